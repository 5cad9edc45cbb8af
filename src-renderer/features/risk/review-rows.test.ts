import { expect, it } from 'vitest'
import { sectionsOf } from './review-rows.ts'

it('snoozed and acknowledged groups come last whatever their level, and the order within a section stays', () => {
  const groups = [
    { key: 'a', level: 'high', state: 'acknowledged' },
    { key: 'b', level: 'low', state: 'open' },
    { key: 'c', level: 'high', state: 'open' },
    { key: 'd', level: 'low', state: 'open' },
    { key: 'e', level: 'high', state: 'snoozed' },
  ] as const
  expect(sectionsOf(groups).map(({ section, groups: of }) => [section, of.map(({ key }) => key)])).toEqual([
    ['high', ['c']],
    ['low', ['b', 'd']],
    ['snoozed', ['e']],
    ['acknowledged', ['a']],
  ])
  expect(sectionsOf([])).toEqual([])
})
