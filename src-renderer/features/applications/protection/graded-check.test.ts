import { describe, expect, it } from 'vitest'
import { PROTECTION_CHECKS, PROTECTION_STATES } from '../../../../src-server/contract/protection-names.ts'
import en from '../../../i18n/en/protection.json'
import { APPLICATION_TABS } from '../application-tabs.ts'
import { shareOf, tabOf } from './graded-check.ts'

interface Texts {
  readonly title: string
  readonly state: Readonly<Record<string, string>>
  readonly next: Readonly<Record<string, string>>
}
const texts: Readonly<Record<string, Texts>> = en.check

describe('the words of a check', () => {
  it.each(PROTECTION_CHECKS)(
    '%s: each state has a sentence, and what to do next where it is not good',
    (check) => {
      const { title, state, next } = texts[check]!
      expect(title).not.toBe('')
      expect(Object.keys(state)).toEqual([...PROTECTION_STATES[check]])
      for (const name of Object.keys(next)) expect(state).toHaveProperty([name])
      expect(Object.keys(next).length).toBeGreaterThan(0)
    },
  )

  it('lead to tabs that exist', () => {
    const tabs = APPLICATION_TABS.map(({ name }) => name)
    for (const check of PROTECTION_CHECKS) expect([...tabs, undefined]).toContain(tabOf(check))
  })
})

it.each([
  [0, 0, 0],
  [0, 5, 0],
  [1, 1000, 1],
  [999, 1000, 99],
  [1000, 1000, 100],
  [1, 2, 50],
])('the share of %i in %i is %i %%', (part, whole, share) => {
  expect(shareOf(part, whole)).toBe(share)
})
