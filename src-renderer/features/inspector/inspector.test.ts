import { describe, expect, it } from 'vitest'
import {
  GUARDS,
  READINGS,
  type Guard,
  type InspectedCall,
} from '../../../src-server/contract/records/inspected-call.ts'
import en from '../../i18n/en/inspector.json' with { type: 'json' }
import zh from '../../i18n/zh-CN/inspector.json' with { type: 'json' }
import { keyCalls } from './call-key.ts'
import { OUTCOMES } from './call-words.ts'
import { looksLikeZone, sideOf, spanOf } from './clock-skew.ts'
import { findReason, REASONS } from './refusal-reason.ts'
import { findSignFinding, FINDINGS } from './sign-finding.ts'

/** The order of refusals. */
const REFUSALS: readonly (readonly [Guard, readonly number[]])[] = [
  ['limits', [401]],
  ['application', [100, 101]],
  ['state', [102]],
  ['keys', [171]],
  ['endpoint', [400]],
  ['method', [141]],
  ['capability', [170, 171, 172, 173]],
  ['decryption', [107, 401]],
  ['signature', [104, 106]],
  ['time', [105, 108]],
  ['replay', [106]],
]

function refusedAt(guard: Guard, refused: number, more: Partial<InspectedCall> = {}): InspectedCall {
  const at = GUARDS.indexOf(guard)
  return {
    at: 1_700_000_000,
    ip: '127.0.0.1',
    method: 'GET',
    api: 'kmlogon',
    query: 'api=kmlogon',
    body: '',
    cut: false,
    guards: GUARDS.map((name, index) => ({
      guard: name,
      verdict: index < at ? 'passed' : index === at ? 'refused' : 'unreached',
    })),
    refused,
    outcome: null,
    parameters: [],
    signature: null,
    skew: 0,
    ...more,
  }
}

describe('the reason of a refusal', () => {
  const cases = REFUSALS.flatMap(([guard, codes]) => codes.map((code) => [guard, code] as const))

  it('is known for every guard', () => {
    expect(REFUSALS.map(([guard]) => guard)).toEqual([...GUARDS])
  })

  it.each(cases)('is known for %s %i', (guard, code) => {
    expect(findReason(refusedAt(guard, code))).toMatch(`${guard}_${code}`)
  })

  it('differs for the causes of one code', () => {
    expect(findReason(refusedAt('endpoint', 400, { api: '' }))).toBe('endpoint_400_missing')
    expect(findReason(refusedAt('time', 105, { skew: -11 }))).toBe('time_105_late')
    expect(findReason(refusedAt('time', 105, { skew: 60_000 }))).toBe('time_105_early')
    expect(findReason(refusedAt('time', 105, { skew: null }))).toBe('time_105_unreadable')
    expect(findReason(refusedAt('signature', 106))).not.toBe(findReason(refusedAt('replay', 106)))
  })

  it('is undefined for a code that guards do not give', () => {
    expect(findReason(refusedAt('time', 999))).toBeUndefined()
  })

  it.each([
    ['en', en],
    ['zh-CN', zh],
  ])('has its own sentence in %s, as signatures and outcomes have', (_, words) => {
    for (const [known, sentences] of [
      [REASONS, words.why],
      [FINDINGS, words.sign],
      [READINGS, words.reading],
      [OUTCOMES.map(String), words.outcome],
      [GUARDS, words.guard],
    ] as const) {
      const said = known.map((name) => new Map(Object.entries(sentences)).get(name))
      expect(said.filter((sentence) => sentence === undefined || sentence === '')).toEqual([])
      expect(new Set(said).size).toBe(known.length)
    }
  })
})

describe('findSignFinding', () => {
  const signature = { given: 'ab', hashed: 't=1&••••••••', matches: null, reading: null }
  const refused = (more: Partial<InspectedCall>) => refusedAt('signature', 106, { signature, ...more })
  const fitting = (matches: 'received' | 'sorted') => ({
    signature: { ...signature, matches, reading: 'bytes' as const },
  })

  it('names the order that would fit', () => {
    expect(findSignFinding(refused(fitting('sorted')), 'received')).toBe('expects_received')
    expect(findSignFinding(refused(fitting('received')), 'sorted')).toBe('expects_sorted')
    expect(findSignFinding(refused(fitting('sorted')), undefined)).toBe('expects_received')
  })

  it("reports changed settings where the verdict and today's differ", () => {
    expect(findSignFinding(refused(fitting('sorted')), 'sorted')).toBe('changed')
    expect(findSignFinding(refused(fitting('sorted')), 'either')).toBe('changed')
    expect(findSignFinding(refusedAt('replay', 106, { signature }), 'received')).toBe('changed')
  })

  it('reports a fit, a mismatch, and an impossible comparison', () => {
    expect(findSignFinding(refusedAt('time', 105, fitting('sorted')), 'either')).toBe('fits_sorted')
    expect(findSignFinding(refused({}), 'received')).toBe('wrong')
    expect(findSignFinding(refused({ cut: true }), 'received')).toBe('cut')
    expect(findSignFinding(refused({ signature: { ...signature, given: ' ' } }), 'received')).toBe('missing')
  })

  it('is undefined where no signature was checked', () => {
    expect(findSignFinding(refusedAt('state', 102, { signature }), 'received')).toBeUndefined()
    expect(findSignFinding(refusedAt('time', 105), 'received')).toBeUndefined()
  })
})

describe('the difference of a clock', () => {
  it.each([
    [0, 'seconds', 'even'],
    [-59, 'seconds', 'behind'],
    [61, 'minutes', 'ahead'],
    [10_800, 'hours', 'ahead'],
    [-90_000, 'days', 'behind'],
  ])('of %i s is shown in %s, %s', (seconds, unit, side) => {
    expect(spanOf(seconds).unit).toBe(unit)
    expect(sideOf(seconds)).toBe(side)
  })

  it('adds up to the original again', () => {
    const { days, hours, minutes, seconds } = spanOf(-(2 * 86_400 + 3 * 3600 + 4 * 60 + 5)).parts
    expect([days, hours, minutes, seconds]).toEqual([2, 3, 4, 5])
  })

  it('looks like a time zone at whole and half hours only, up to the last zone', () => {
    expect([28_800, -18_000, 19_800, 28_803].map(looksLikeZone)).toEqual([true, true, true, true])
    expect([0, 5, 1800, 9000 - 300, 15 * 3600].map(looksLikeZone)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('keyCalls', () => {
  it("keeps a call's key while newer ones come, and tells equal ones apart", () => {
    const one = refusedAt('state', 102)
    const two = { ...one, query: 'api=ini' }
    const before = keyCalls([one, two, one])
    const after = keyCalls([one, two, one, two, one])
    expect(new Set(after.map(({ key }) => key)).size).toBe(5)
    expect(after.slice(2).map(({ key }) => key)).toEqual(before.map(({ key }) => key))
  })
})
