import { ACCOUNT_RISKS } from '../../../../src-server/contract/account-risk.ts'
import type { LiveRow } from './live-row.ts'
import { mapInSlices, sortInSlices, type Slices } from './slices.ts'

type Sortable = number | string | null

const CLOSE_RANK = { none: 0, confirmed: 1, asked: 2, delivered: 3, unreported: 4, overdue: 5 } as const

/** Drawdown is below 1000 %, or it is not one. */
export function badnessOf(row: LiveRow): number {
  const overdue = row.close.state === 'overdue' ? 10_000 : 0
  return overdue + ACCOUNT_RISKS.indexOf(row.risk) * 1000 + Math.min(row.drawdown ?? -1, 999)
}

/** The rows in most danger, the worst first, whatever the order of the table. */
export function worstOf(rows: readonly LiveRow[], most: number): LiveRow[] {
  const found: { readonly row: LiveRow; readonly badness: number }[] = []
  for (const row of rows) {
    const badness = badnessOf(row)
    const place = found.findLastIndex((one) => one.badness >= badness) + 1
    if (place < most) found.splice(place, 0, { row, badness })
    found.length = Math.min(found.length, most)
  }
  return found.map(({ row }) => row)
}

/** What the table can be ordered by. `worst`: overdue closing, then risk, then drawdown. */
const VALUE_OF = {
  worst: badnessOf,
  // Logins are text of up to 20 digits; longer is larger, equal lengths compare as text.
  account: (row) => row.login.padStart(20, '\0') + row.server,
  label: (row) => row.label.toLowerCase() || null,
  server: (row) => row.server.toLowerCase() || null,
  app: (row) => row.app,
  agent: (row) => row.agent,
  symbol: (row) => row.symbol || null,
  balance: (row) => row.balance,
  equity: (row) => row.equity,
  floating: (row) => row.floating,
  drawdown: (row) => row.drawdown,
  margin: (row) => (row.positions ? row.marginLevel : null),
  positions: (row) => row.positions,
  vip: (row) => row.vip,
  closing: (row) => CLOSE_RANK[row.close.state],
  seen: (row) => row.pulsedAt || null,
} satisfies Record<string, (row: LiveRow) => Sortable>
export type SortKey = keyof typeof VALUE_OF

export interface RowOrder {
  readonly key: SortKey
  readonly desc: boolean
}

export const WORST_FIRST: RowOrder = { key: 'worst', desc: true }

export function isSortKey(value: unknown): value is SortKey {
  return typeof value === 'string' && Object.hasOwn(VALUE_OF, value)
}

/** Rows without the value come last whichever the direction; equals keep the order of their ids. */
export function* orderRows(rows: readonly LiveRow[], order: RowOrder): Slices<LiveRow[]> {
  const valueOf: (row: LiveRow) => Sortable = VALUE_OF[order.key]
  const sign = order.desc ? -1 : 1
  const keyed = yield* mapInSlices(rows, (row) => ({ row, value: valueOf(row) }))
  const sorted = yield* sortInSlices(keyed, (a, b) => {
    if (a.value !== b.value) {
      if (a.value === null) return 1
      if (b.value === null) return -1
      return a.value < b.value ? -sign : sign
    }
    return a.row.id - b.row.id
  })
  return yield* mapInSlices(sorted, ({ row }) => row)
}

/** A second click turns the direction; names begin ascending, figures descending. */
export function nextOrder(current: RowOrder, key: SortKey): RowOrder {
  if (current.key === key) return { key, desc: !current.desc }
  const isName = key === 'account' || key === 'label' || key === 'server' || key === 'symbol'
  return { key, desc: !isName && key !== 'app' && key !== 'agent' && key !== 'vip' }
}
