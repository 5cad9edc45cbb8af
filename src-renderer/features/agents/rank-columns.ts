import type { AgentRank } from '../../../src-server/contract/records/business.ts'
import { formatInteger } from '../../i18n/format.ts'
import type { MoneyFormat } from '../../i18n/money.ts'
import { byFigure } from '../../kit/list/by-figure.ts'
import type { ListColumn } from '../../kit/list/list-column.ts'
import { percent } from '../../subjects/figures/figures.ts'
import type { TableSort } from '../../ui/table-column.ts'

type Figure = Exclude<keyof AgentRank, 'agent' | 'name'>

/** The figures of an agent, in the order of their columns, and how far each may go in a narrow window. */
const FIGURES: readonly { readonly key: Figure; readonly drop?: 1 | 2 }[] = [
  { key: 'revenue' },
  { key: 'sales' },
  { key: 'customers' },
  { key: 'online' },
  { key: 'critical' },
  { key: 'activations', drop: 1 },
  { key: 'renewals', drop: 2 },
  { key: 'left', drop: 2 },
  { key: 'renewal_rate' },
  { key: 'stock' },
  { key: 'balance', drop: 1 },
]
const MONEY: readonly Figure[] = ['revenue', 'balance']

function text(rank: AgentRank, key: Figure, money: MoneyFormat): string {
  const value = rank[key]
  if (value === null) return ''
  if (key === 'renewal_rate') return percent(value * 100, 0)
  return MONEY.includes(key) ? money.format(value) : formatInteger(value)
}

/** The columns of the ranking, each with a sort. */
export function rankColumns(money: MoneyFormat): ListColumn<AgentRank>[] {
  return [
    { key: 'name', sort: 'name', name: ({ name }) => name },
    ...FIGURES.map(({ key, drop }) => ({
      key,
      sort: key,
      width: 'w-28',
      ...(drop && { drop }),
      figure: (rank: AgentRank) => text(rank, key, money),
    })),
  ]
}

/** The agents in an order. One without a figure is last. */
export function inOrder(ranks: readonly AgentRank[], { by, desc }: TableSort): AgentRank[] {
  const key = FIGURES.find((figure) => figure.key === by)?.key
  const order = (a: AgentRank, b: AgentRank): number => {
    if (key === undefined) return a.name.localeCompare(b.name) * (desc ? -1 : 1)
    return byFigure(a[key], b[key], desc)
  }
  return ranks.toSorted((a, b) => order(a, b) || a.agent - b.agent)
}

/** The cells of an agent in a file: plain numbers, sums in the currency's own unit, a rate in percent. */
export function rankCells(rank: AgentRank, money: MoneyFormat): (string | number | null)[] {
  return [
    rank.name,
    ...FIGURES.map(({ key }) => {
      const value = rank[key]
      if (value === null) return null
      if (key === 'renewal_rate') return Math.round(value * 1000) / 10
      return MONEY.includes(key) ? Number(money.plain(value)) : value
    }),
  ]
}
