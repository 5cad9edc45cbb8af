import { expect, it } from 'vitest'
import type { NamedGroup } from './group-columns.ts'
import { groupsFile, sortGroups } from './group-rows.ts'

const NOUGHT = {
  accounts: 0,
  online: 0,
  equity: 0,
  balance: 0,
  floating: 0,
  positions: 0,
  critical: 0,
  paused: 0,
}
const RESULT = { profit: 0, realised: 0, deposits: 0, withdrawals: 0, rate: null, drawdown: null }
const group = (name: string, change: Partial<NamedGroup> = {}): NamedGroup => ({
  ...{ ...NOUGHT, ...RESULT, key: name, name },
  ...change,
})
const rows = [
  group('west', { accounts: 2, profit: -5, rate: -0.1 }),
  group('east', { accounts: 7, profit: 9, rate: 0.2 }),
  group('north', { accounts: 7 }),
]
const order = (by: string, desc: boolean) => sortGroups(rows, { by, desc }).map(({ name }) => name)

it('sorts groups by a figure, equal ones by name, and those without the figure last', () => {
  expect(order('accounts', true)).toEqual(['east', 'north', 'west'])
  expect(order('rate', true)).toEqual(['east', 'west', 'north'])
  expect(order('rate', false)).toEqual(['west', 'east', 'north'])
  expect(order('name', false)).toEqual(['east', 'north', 'west'])
})

it('writes raw figures with their currency, and no formula', () => {
  const text = new TextDecoder().decode(groupsFile([group('=1+1', { profit: -1234.5 })], 'USD'))
  expect(text.split('\r\n')[0]).toContain('group,currency,accounts,online,equity,floating,profit')
  expect(text).toContain(',USD,0,0,0,0,-1234.5,0,,,0')
  expect(text).not.toMatch(/^=/m)
})
