import { expect, it } from 'vitest'
import type { AgentRank } from '../../../src-server/contract/records/business.ts'
import { moneyFormat } from '../../i18n/money.ts'
import { inOrder, rankCells } from './rank-columns.ts'

const rank = (agent: number, more: Partial<AgentRank>): AgentRank => ({
  agent,
  name: `agent ${agent}`,
  ...{ customers: 0, online: 0, critical: 0, activations: 0, renewals: 0, left: 0, renewal_rate: null },
  ...{ sales: 0, revenue: 0, stock: 0, balance: null },
  ...more,
})
const ids = (ranks: readonly AgentRank[]) => ranks.map(({ agent }) => agent)

it('agents stand in the order of a figure, those without it last in both directions', () => {
  const ranks = [rank(1, {}), rank(2, { renewal_rate: 0.5 }), rank(3, { renewal_rate: 0.9 }), rank(4, {})]
  expect(ids(inOrder(ranks, { by: 'renewal_rate', desc: true }))).toEqual([3, 2, 1, 4])
  expect(ids(inOrder(ranks, { by: 'renewal_rate', desc: false }))).toEqual([2, 3, 1, 4])
  expect(ids(inOrder(ranks, { by: 'name', desc: true }))).toEqual([4, 3, 2, 1])
})

it('a file has plain numbers, and sums in the unit of the currency', () => {
  const cells = rankCells(
    rank(1, { revenue: 123456, renewal_rate: 2 / 3, stock: 7 }),
    moneyFormat('CNY', 'en'),
  )
  expect(cells).toEqual(['agent 1', 1234.56, 0, 0, 0, 0, 0, 0, 0, 66.7, 7, null])
})
