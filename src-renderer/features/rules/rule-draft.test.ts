import { describe, expect, it } from 'vitest'
import { RULE_ACTS, RULE_SUBJECTS, SUBJECT_FACTS } from '../../../src-server/contract/rule-names.ts'
import { actsOf, firstLevels, nextLevel, ruleDraft, ruleInput } from './rule-draft.ts'

const rank = (act: (typeof RULE_ACTS)[number]) => RULE_ACTS.indexOf(act)

describe('a new ladder', () => {
  it.each(RULE_SUBJECTS)('of %s gets worse with each level, and its acts no weaker', (subject) => {
    const { worse, min, max, strongest } = SUBJECT_FACTS[subject]
    const levels = firstLevels(subject)
    levels.push(nextLevel(subject, levels))
    for (const [index, { at, act }] of levels.entries()) {
      expect(at).toBeGreaterThanOrEqual(min)
      expect(at).toBeLessThanOrEqual(max)
      expect(rank(act)).toBeLessThanOrEqual(rank(strongest))
      const before = levels[index - 1]
      if (before === undefined) continue
      expect(worse === 'over' ? at - before.at : before.at - at).toBeGreaterThan(0)
      expect(rank(act)).toBeGreaterThanOrEqual(rank(before.act))
    }
  })

  it('never closes positions without a person who adds that level', () => {
    for (const subject of RULE_SUBJECTS)
      expect(firstLevels(subject).some(({ act }) => act === 'close_all')).toBe(false)
  })

  it('offers no act that its subject cannot have', () => {
    expect(actsOf('silence')).toEqual(['tell'])
    expect(actsOf('licence_end')).toEqual(['tell', 'pause_add', 'pause_open'])
    expect(actsOf('drawdown')).toEqual(RULE_ACTS)
  })
})

describe('ruleInput', () => {
  const typed = {
    ...ruleDraft(undefined),
    name: 'Night guard',
    account: '1@Broker',
    agent: '7',
    word: 'XAUUSD',
    app: '10001',
  }
  it.each([
    ['account', { account: 5, agent: null, word: '', app: null }],
    ['agent', { account: null, agent: 7, word: '', app: 10001 }],
    ['symbol', { account: null, agent: null, word: 'XAUUSD', app: 10001 }],
    ['application', { account: null, agent: null, word: '', app: 10001 }],
  ] as const)('sends only what the place %s has', (place, expected) => {
    expect(ruleInput({ ...typed, place }, 5)).toMatchObject(expected)
  })

  it('sends quiet hours only when they are on', () => {
    expect(ruleInput(typed, null).quiet).toBeNull()
    expect(ruleInput({ ...typed, isQuiet: true, quietFrom: 1320, quietTo: 420 }, null).quiet).toEqual({
      from: 1320,
      to: 420,
    })
  })
})
