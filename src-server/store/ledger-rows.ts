import { COUNTED_ROWS } from '../contract/limits.ts'
import type { ListQuery, Page } from '../contract/paging.ts'
import { MAX_AGENT_LEVELS, type LedgerKind } from '../contract/sales-names.ts'
import { writeCursor } from '../domain/paging/cursor.ts'
import type { AccountLine, AgentAccount, LineFilter, SpanSums } from './repositories/ledger.ts'

/** An account takes part in at most this many transfers of one purchase: one account may pay all the others. */
export const MOST_TRANSFERS = MAX_AGENT_LEVELS

/** @throws Error for an account without an agent, which no join gives */
export function ofAgents(
  row: Omit<AgentAccount, 'agentId'> & { readonly agentId: number | null },
): AgentAccount {
  if (row.agentId === null) throw new Error('an agent’s account has no agent')
  return { ...row, agentId: row.agentId }
}

/** A sum of an account in a span. @member own whether the account's own agent made the transactions */
export interface KindSum {
  readonly kind: LedgerKind
  readonly own: boolean
  readonly sum: number
}

export function spanSums(opening: number, rows: readonly KindSum[]): SpanSums {
  const sumOf = (kind: LedgerKind, isOwn?: boolean) =>
    rows
      .filter((row) => row.kind === kind && (isOwn === undefined || row.own === isOwn))
      .reduce((sum, row) => sum + row.sum, 0)
  return {
    opening,
    topup: sumOf('topup'),
    payout: sumOf('payout'),
    wholesale: sumOf('purchase', true),
    commission: sumOf('purchase', false),
    refund: sumOf('refund'),
    correction: sumOf('correction'),
  }
}

export interface LineRow extends Omit<AccountLine, 'balance'> {
  /** The id of its last transfer. */
  readonly last: number
}

/** The lines of an account that a list shows, as parameters of a statement. */
export interface AskedLines {
  readonly account: number
  /** Between these transfers, both exclusive. */
  readonly above: number
  readonly below: number
  readonly kind: string | null
  readonly from: number
  readonly to: number
  readonly limit: number
  readonly offset: number
}

/** The ids of a transaction's transfers, which are consecutive. null for an unknown transaction. */
export interface TransferRange {
  readonly first: number | null
  readonly last: number | null
}

/** All lines of a filter. The page is the part of them after the cursor. */
export function askedLines(
  account: number,
  { kind, from, to }: LineFilter,
  { limit, offset, after }: ListQuery<'id'>,
): AskedLines {
  return {
    account,
    above: 0,
    below: Number.MAX_SAFE_INTEGER,
    kind: kind ?? null,
    from: from ?? 0,
    to: to ?? Number.MAX_SAFE_INTEGER,
    limit,
    offset: after === undefined ? offset : 0,
  }
}

/** The part of the lines after a transaction. */
export function linesAfter(
  asked: AskedLines,
  place: TransferRange | undefined,
  isDescending: boolean,
): AskedLines {
  if (place === undefined) return asked
  return isDescending ? { ...asked, below: place.first ?? 0 } : { ...asked, above: place.last ?? 0 }
}

/**
 * Adds the balance after each line. It starts from the present balance and subtracts the later transfers, from the newest
 * line back.
 * @param rows the newest first
 * @param moved the sums of the transfers after each row, up to the row before it in the list
 */
export function withBalances(
  present: number,
  rows: readonly LineRow[],
  moved: readonly number[],
): AccountLine[] {
  let balance = present
  return rows.map(({ last: _, ...line }, at) => {
    balance -= moved[at] ?? 0
    return { ...line, balance }
  })
}

/** @param counted up to one more than COUNTED_ROWS, or all for an exact count */
export function linesPage(
  rows: AccountLine[],
  counted: number,
  { limit, exact }: ListQuery<'id'>,
): Page<AccountLine> {
  const total = exact === true ? counted : Math.min(counted, COUNTED_ROWS)
  const last = rows.length < limit ? undefined : rows.at(-1)
  return {
    rows,
    total,
    total_exact: counted === total,
    next: last === undefined ? null : writeCursor('id', { value: last.id, id: last.id }),
  }
}
