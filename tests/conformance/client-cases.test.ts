import { describe, expect, it } from 'vitest'
import { PEER_CASES } from './peer/peer-case.ts'
import { SCENARIOS } from './scenarios/index.ts'
import vectors from './vectors/wire.json' with { type: 'json' }

/**
 * Cases of deployed clients that are scenarios and no exchanges of vectors/wire.json: the names of the
 * scenarios, by subject.
 */
const AS_SCENARIOS: Readonly<Record<string, readonly [about: string, name: string][]>> = {
  T03: [
    ['signature', 'sign_order received, signed as sorted'],
    ['signature', 'sign_order either, signed as sorted'],
  ],
  T13: [
    ['kmunmachine', 'an unbind after a new login is refused until the interval is over'],
    ['kmunmachine', 'a time code loses an hour'],
  ],
  T19: [['userreg', 'a client without qq, its name raw, get']],
  T23: [['mt5logon', 'a body: JSON']],
  T25: [['mt5pulse', 'close_all is ordered once, and confirmed by a pulse without positions']],
  T27: [
    ['notice', 'the user agent LxTrackApp/1.0'],
    ['notice', 'nothing is compressed, nothing is cached, no cookie'],
  ],
  T14: [['kmlogon', 'a count code loses one use each login until none is left']],
  T15: [['guards', 'OPTIONS lets any page call']],
  T12: [
    ['kmlogon', 'free mode takes any text as permanent'],
    ['kmunmachine', 'free mode refuses an unbind'],
  ],
  T11: [['modes', 'mode 4: value inside']],
  T16: [['ini', 'a fresh application, get: every field in its order, texts even where empty']],
}

const exchanged = new Set([...vectors.exchanges, ...PEER_CASES].map(({ id }) => id.slice(0, 3)))

describe('cases of clients in the field', () => {
  it.each(Array.from({ length: 28 }, (_, at) => `T${String(at + 1).padStart(2, '0')}`))(
    '%s is a scenario',
    (id) => {
      const scenarios = AS_SCENARIOS[id] ?? []
      for (const [about, name] of scenarios) {
        expect(SCENARIOS[about]?.map((scenario) => scenario.name)).toContain(name)
      }
      expect(scenarios.length > 0 || exchanged.has(id)).toBe(true)
    },
  )
})
