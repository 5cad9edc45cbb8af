import { expect, it } from 'vitest'
import { boundedGroups, MOST_GROUPS } from './bounded-groups.ts'
import { noSums, type FleetGroup } from './fleet-group.ts'

const group = (change: Partial<FleetGroup>): FleetGroup => ({
  app: 1,
  agent: 0,
  currency: 'USD',
  ...noSums(),
  ...change,
})

it('keeps the sums of an application and currency, however many agents there are', () => {
  const many = Array.from({ length: 3000 }, (_, i) =>
    group({ app: 1 + (i % 2), agent: i, accounts: i, equity: i, currency: i % 3 === 0 ? 'CNY' : 'USD' }),
  )
  const bounded = boundedGroups(many)
  expect(bounded.length).toBe(MOST_GROUPS + 4)
  // The agents of the most accounts keep their own group.
  expect(bounded.slice(0, MOST_GROUPS).map(({ agent }) => agent)).toEqual(
    Array.from({ length: MOST_GROUPS }, (_, i) => 2999 - i),
  )
  for (const app of [1, 2])
    for (const currency of ['USD', 'CNY']) {
      const sum = (groups: readonly FleetGroup[]) =>
        groups
          .filter((one) => one.app === app && one.currency === currency)
          .reduce((all, one) => all + one.equity, 0)
      expect(sum(bounded)).toBe(sum(many))
    }
})

it('has a limit although each account names a currency of its own', () => {
  const hostile = Array.from({ length: 5000 }, (_, i) => group({ currency: `C${i}`, accounts: 1 }))
  expect(boundedGroups(hostile).length).toBe(2 * MOST_GROUPS)
})
