import { describe, expect, it } from 'vitest'
import type { Log } from '../contract/ports.ts'
import { LocalBus } from './local-bus.ts'

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const address = { codeId: 1, appId: 10_001, ip: '192.0.2.1', at: 1_700_000_000 }

describe('the bus of copies in one process', () => {
  it('brings a message to each other copy, and none to its sender', () => {
    const bus = new LocalBus()
    const heard: string[] = []
    const ends = ['a', 'b', 'c'].map((name) => {
      const end = bus.join(log)
      end.subscribe('address', ({ ip }) => heard.push(`${name} ${ip}`))
      return end
    })
    ends[0]?.publish('address', address)
    expect(heard).toEqual(['b 192.0.2.1', 'c 192.0.2.1'])
  })

  it('shares no object between copies', () => {
    const bus = new LocalBus()
    const [a, b] = [bus.join(log), bus.join(log)]
    const heard: unknown[] = []
    b.subscribe('address', (message) => heard.push(message))
    a.publish('address', address)
    expect(heard).toEqual([address])
    expect(heard[0]).not.toBe(address)
  })

  it('gathers nothing while a copy is alone', () => {
    const bus = new LocalBus()
    const a = bus.join(log)
    let asked = 0
    a.gather('address', () => {
      asked++
      return [address]
    })
    a.flush()
    expect(asked).toBe(0)
    expect(a.hasOthers).toBe(false)

    const b = bus.join(log)
    let heard = 0
    b.subscribe('address', () => heard++)
    a.flush()
    expect([asked, heard]).toEqual([1, 1])

    b.leave()
    a.flush()
    expect([asked, heard]).toEqual([1, 1])
  })

  it('publishes no frame where nothing gathered', () => {
    const bus = new LocalBus()
    const [a, b] = [bus.join(log), bus.join(log)]
    let heard = 0
    b.subscribe('address', () => heard++)
    a.gather('address', () => [])
    a.flush()
    expect(heard).toBe(0)
  })

  it('keeps the error of one copy from the sender and from other copies', () => {
    const bus = new LocalBus()
    const errors: string[] = []
    const [a, b, c] = [
      bus.join(log),
      bus.join({ ...log, error: (event) => errors.push(event) }),
      bus.join(log),
    ]
    let heard = 0
    b.subscribe('standing', () => {
      throw new Error('broken')
    })
    c.subscribe('standing', () => heard++)
    a.publish('standing', null)
    expect(errors).toEqual(['bus.hear'])
    expect(heard).toBe(1)
  })

  it('tells the copies that are there of one that joins', () => {
    const bus = new LocalBus()
    const a = bus.join(log)
    let joined = 0
    a.onJoin(() => joined++)
    bus.join(log)
    expect(joined).toBe(1)
  })
})
