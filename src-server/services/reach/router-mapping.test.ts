import { expect, it } from 'vitest'
import type { MappingFailure, OpenMapping, WantedMapping } from '../../contract/reach-ports.ts'
import { RouterMapping } from './router-mapping.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const WANTED = { external: 8787, internal: 8787 }

/** A mapping service with a clock, and a router that answers what the test says. */
function world(answer: () => MappingFailure | 'mapped', seconds = 3600) {
  const asked: number[] = []
  const kept: number[] = []
  let forgets = false
  let now = 1000
  const openAt = ({ external, internal }: WantedMapping): OpenMapping => ({
    mapping: {
      protocol: 'pcp',
      externalAddress: '51.15.77.10',
      host: '192.168.1.5',
      seconds,
      external,
      internal,
    },
    keep: async () => {
      kept.push(now)
      return forgets
        ? { failed: 'no_answer', detail: '' }
        : openAt({ external, internal, secret: Buffer.alloc(0) })
    },
    close: async () => undefined,
  })
  const mapping = new RouterMapping({
    router: {
      open: async (wanted) => {
        asked.push(now)
        const said = answer()
        return said === 'mapped' ? openAt(wanted) : said
      },
      look: async () => ({ failed: 'no_answer', detail: '' }),
    },
    wanted: () => WANTED,
    secret: async () => Buffer.alloc(12),
    clock: { now: () => now, nowMs: () => now * 1000 },
    log: quiet,
  })
  return {
    mapping,
    asked,
    kept,
    forget: () => {
      forgets = true
    },
    pass: async (seconds: number) => {
      for (const end = now + seconds; now < end; now++) await mapping.look()
    },
  }
}

it('asks a router that fails ever more seldom, at most five minutes apart', async () => {
  const { asked, pass } = world(() => ({ failed: 'no_answer', detail: '' }))
  await pass(2000)
  const pauses = asked.slice(1).map((at, i) => at - asked[i]!)
  expect(pauses.slice(0, 8)).toEqual([2, 4, 8, 16, 32, 64, 128, 256])
  expect(new Set(pauses.slice(8))).toEqual(new Set([300]))
})

it('asks at once when a person wants it, and begins with short pauses after a success', async () => {
  let failure: MappingFailure | 'mapped' = { failed: 'conflict', detail: '' }
  const { mapping, asked, pass } = world(() => failure)
  await pass(400)
  const before = asked.length
  await mapping.again()
  expect(asked).toHaveLength(before + 1)
  expect(mapping.state).toMatchObject({ state: 'failed', failure: { failed: 'conflict' } })
  failure = 'mapped'
  await mapping.again()
  expect(mapping.state).toMatchObject({ state: 'mapped', mapping: WANTED })
})

it.each([
  [3600, 60],
  [0, 60],
  [20, 10],
  [1, 1],
])('renews a mapping of %d seconds every %d', async (seconds, pause) => {
  const { asked, kept, pass } = world(() => 'mapped', seconds)
  await pass(pause * 3 + 1)
  expect(asked).toEqual([1000])
  expect(kept).toEqual([1, 2, 3].map((times) => 1000 + times * pause))
})

it('makes a mapping again that the router has forgotten, at the same look', async () => {
  const { asked, kept, forget, pass } = world(() => 'mapped')
  await pass(59)
  forget()
  await pass(2)
  expect(kept).toEqual([1060])
  expect(asked).toEqual([1000, 1060])
})

it('removes a mapping that the router makes while the server ends', async () => {
  const asked = Promise.withResolvers<undefined>()
  const answered = Promise.withResolvers<OpenMapping>()
  let removed = 0
  const mapping = new RouterMapping({
    router: {
      open: () => {
        asked.resolve(undefined)
        return answered.promise
      },
      look: async () => ({ failed: 'no_answer', detail: '' }),
    },
    wanted: () => WANTED,
    secret: async () => Buffer.alloc(12),
    clock: { now: () => 0, nowMs: () => 0 },
    log: quiet,
  })
  const looking = mapping.look()
  await asked.promise
  await mapping.close()
  answered.resolve({
    mapping: { ...WANTED, protocol: 'upnp', externalAddress: '', host: '192.168.1.5', seconds: 0 },
    keep: () => answered.promise,
    close: async () => {
      removed++
    },
  })
  await looking
  expect(removed).toBe(1)
  await mapping.look()
  expect(mapping.state).toEqual({ state: 'asking' })
})
