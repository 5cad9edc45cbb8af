import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RISK_REASONS, type RiskReason } from '../../contract/records/request.ts'
import { assessRisk, type RiskFacts } from './risk.ts'

const DAY = 86_400
const LOW = 25
/** Facts that neither raise nor lower the score. */
const PLAIN: RiskFacts = {
  askedBefore: 0,
  contactSubjects: 0,
  addressSubjects: 0,
  isAddressUnknown: false,
  isOldLive: false,
  oldPositions: 0,
  oldSilence: undefined,
  serverChanges: false,
  isSimilar: false,
  isNewTaken: false,
  age: 100 * DAY,
  timeLeft: 30 * DAY,
  machineDiffers: false,
  policyRefuses: false,
  pictures: 0,
}

describe('assessRisk', () => {
  it('without any reason the score is 0', () => {
    expect(assessRisk(PLAIN, LOW)).toEqual({ score: 0, level: 'low', reasons: [] })
  })

  const cases: [RiskReason, Partial<RiskFacts>, 'more' | 'less'][] = [
    ['asked_before', { askedBefore: 1 }, 'more'],
    ['contact_asked_before', { contactSubjects: 1 }, 'more'],
    ['address_asks_much', { addressSubjects: 2 }, 'more'],
    ['address_unknown', { isAddressUnknown: true }, 'more'],
    ['old_live', { isOldLive: true }, 'more'],
    ['old_open_positions', { oldPositions: 3 }, 'more'],
    ['old_silent', { oldSilence: 7 * DAY }, 'less'],
    ['server_changes', { serverChanges: true }, 'more'],
    ['same_login', { isSimilar: true }, 'less'],
    ['new_taken', { isNewTaken: true }, 'more'],
    ['new_subject', { age: 3 * DAY - 1 }, 'more'],
    ['much_time_left', { timeLeft: Infinity }, 'more'],
    ['machine_differs', { machineDiffers: true }, 'more'],
    ['policy', { policyRefuses: true }, 'more'],
    ['picture', { pictures: 1 }, 'less'],
  ]
  it.each(cases)('%s', (reason, facts, way) => {
    const { score, reasons } = assessRisk({ ...PLAIN, ...facts }, LOW)
    expect(reasons.map((said) => said.reason)).toEqual([reason])
    expect(Math.sign(reasons[0]!.points)).toBe(way === 'more' ? 1 : -1)
    expect(score).toBe(Math.max(reasons[0]!.points, 0))
  })

  it('every reason has a case', () => {
    expect(cases.map(([reason]) => reason).sort()).toEqual([...RISK_REASONS].sort())
  })

  const harmless: Partial<RiskFacts>[] = [
    { addressSubjects: 1 },
    { oldSilence: 7 * DAY - 1 },
    { age: 3 * DAY },
    { timeLeft: 180 * DAY },
  ]
  it.each(harmless)('%j adds nothing', (facts) => {
    expect(assessRisk({ ...PLAIN, ...facts }, LOW).reasons).toEqual([])
  })

  it('is low up to the configured limit, and high from 60 on', () => {
    const facts = { ...PLAIN, isOldLive: true }
    expect(assessRisk(facts, 20).level).toBe('low')
    expect(assessRisk(facts, 19).level).toBe('medium')
    expect(assessRisk({ ...facts, isNewTaken: true }, 19).level).toBe('high')
  })

  const anyFacts = fc.record({
    askedBefore: fc.nat(20),
    contactSubjects: fc.nat(20),
    addressSubjects: fc.nat(20),
    isAddressUnknown: fc.boolean(),
    isOldLive: fc.boolean(),
    oldPositions: fc.nat(200),
    oldSilence: fc.option(fc.nat(60 * DAY), { nil: undefined }),
    serverChanges: fc.boolean(),
    isSimilar: fc.boolean(),
    isNewTaken: fc.boolean(),
    age: fc.nat(400 * DAY),
    timeLeft: fc.oneof(fc.integer({ min: -DAY, max: 400 * DAY }), fc.constant(Infinity)),
    machineDiffers: fc.boolean(),
    policyRefuses: fc.boolean(),
    pictures: fc.nat(3),
  })

  it('is a score of 0 to 100 with its reasons', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { score, reasons } = assessRisk(facts, LOW)
        const sum = reasons.reduce((total, { points }) => total + points, 0)
        expect(score).toBe(Math.min(Math.max(sum, 0), 100))
        expect(reasons.every(({ points }) => points !== 0)).toBe(true)
        expect(new Set(reasons.map(({ reason }) => reason)).size).toBe(reasons.length)
      }),
    )
  })

  const worse: { [M in keyof RiskFacts]: (facts: RiskFacts) => RiskFacts[M] } = {
    askedBefore: ({ askedBefore }) => askedBefore + 1,
    contactSubjects: ({ contactSubjects }) => contactSubjects + 1,
    addressSubjects: ({ addressSubjects }) => addressSubjects + 1,
    isAddressUnknown: () => true,
    isOldLive: () => true,
    oldPositions: ({ oldPositions }) => oldPositions + 1,
    oldSilence: ({ oldSilence }) => (oldSilence === undefined ? undefined : oldSilence / 2),
    serverChanges: () => true,
    isSimilar: () => false,
    isNewTaken: () => true,
    age: ({ age }) => age / 2,
    timeLeft: ({ timeLeft }) => timeLeft + DAY,
    machineDiffers: () => true,
    policyRefuses: () => true,
    pictures: ({ pictures }) => Math.max(pictures - 1, 0),
  }
  it.each(Object.keys(worse) as (keyof RiskFacts)[])('is never lowered by more of %s', (member) => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const more = { ...facts, [member]: worse[member](facts) }
        expect(assessRisk(more, LOW).score).toBeGreaterThanOrEqual(assessRisk(facts, LOW).score)
      }),
    )
  })
})
