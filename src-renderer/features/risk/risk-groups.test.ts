import { expect, it } from 'vitest'
import { groupRisks } from './risk-groups.ts'

const said = { by: 'owner', at: 1, note: 'seen' }

it('acknowledged risks come last whatever their level, the order stays, and no empty group is shown', () => {
  const rows = [
    { key: 'a', level: 'high', acknowledged: said },
    { key: 'b', level: 'low', acknowledged: null },
    { key: 'c', level: 'high', acknowledged: null },
    { key: 'd', level: 'low', acknowledged: null },
  ] as const
  expect(groupRisks(rows).map(({ group, rows: of }) => [group, of.map(({ key }) => key).join('')])).toEqual([
    ['high', 'c'],
    ['low', 'bd'],
    ['acknowledged', 'a'],
  ])
  expect(groupRisks([])).toEqual([])
})
