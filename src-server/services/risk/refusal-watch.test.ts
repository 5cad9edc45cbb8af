import { describe, expect, it } from 'vitest'
import type { RefusedCall } from '../../domain/risk/refused-call.ts'
import { RefusalWatch } from './refusal-watch.ts'

const call = (changed: Partial<RefusedCall> = {}): RefusedCall => ({
  app: 10_001,
  guard: 'signature',
  code: 106,
  api: 'kmlogon',
  ip: '192.0.2.1',
  at: 1000,
  skew: undefined,
  ...changed,
})
function noted(watch: RefusalWatch, times: number, changed: Partial<RefusedCall> = {}): void {
  for (let i = 0; i < times; i++) watch.note(call(changed))
}
const all = (watch: RefusalWatch, now = 1000) => [...watch.clusters(now)]

describe('RefusalWatch', () => {
  it('counts each guard, code, application and address separately', () => {
    const watch = new RefusalWatch()
    noted(watch, 19)
    noted(watch, 19, { code: 104 })
    noted(watch, 19, { guard: 'replay' })
    noted(watch, 19, { app: 10_002 })
    noted(watch, 19, { ip: '192.0.2.2' })
    expect(all(watch)).toEqual([])
    noted(watch, 1)
    expect(all(watch)).toMatchObject([
      { app: 10_001, guard: 'signature', code: 106, ip: '192.0.2.1', times: 20 },
    ])
  })

  it('makes one cluster without an address of two hundred calls from addresses with few calls each', () => {
    const watch = new RefusalWatch()
    for (let n = 0; n < 200; n++) watch.note(call({ ip: `10.0.${n}.1` }))
    expect(all(watch)).toMatchObject([{ ip: '', times: 200 }])
    watch.note(call({ ip: '10.1.0.1' }))
    expect(all(watch)).toMatchObject([{ ip: '', times: 201 }])
  })

  it('ends a cluster a day after its last call, and starts a new one', () => {
    const watch = new RefusalWatch()
    noted(watch, 25)
    expect(all(watch, 1000 + 86_399)).toHaveLength(1)
    expect(all(watch, 1000 + 86_400)).toEqual([])
    noted(watch, 20, { at: 90_000 })
    expect(all(watch, 90_000)).toMatchObject([{ since: 90_000, times: 20 }])
  })

  it('starts a new cluster when one goes on for longer than a day', () => {
    const watch = new RefusalWatch()
    for (let at = 0; at <= 90_000; at += 25) watch.note(call({ at }))
    const [cluster] = all(watch, 90_000)
    expect(cluster!.since).toBeGreaterThan(86_400)
  })

  it('keeps some thousand clusters at most, however many addresses call', () => {
    const watch = new RefusalWatch()
    for (let app = 1; app <= 400; app++)
      for (let n = 0; n < 25; n++) noted(watch, 20, { app, ip: `10.0.${n}.1` })
    const clusters = all(watch)
    expect(clusters).toHaveLength(5000)
    // The latest ones remain: twenty addresses and one cluster for all further ones.
    expect(clusters.filter(({ app }) => app === 400)).toHaveLength(21)
  })
})
