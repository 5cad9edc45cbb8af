import type { RecordChanges, RecordChoice } from '../../../src-server/contract/records/code.ts'

/** A trading account whose end changes, Unix seconds. */
export interface AccountChange {
  readonly device: number
  readonly account_key: string
  readonly from: number
  readonly to: number
}

/** Trading accounts are named up to this many. */
const MOST_NAMED = 4
/** The clocks of server and window differ by up to this many seconds. */
const CLOCK_SECONDS = 5

/** Whether an end is over, or is over as soon as it is set. */
export function isOver(end: number, now: number): boolean {
  return end <= now + CLOCK_SECONDS
}

/** Several codes of one trading account change its end one after the other: the first end and the last one are of interest. */
export function accountsOf({ rows }: RecordChanges): AccountChange[] {
  const accounts = new Map<number, AccountChange>()
  for (const { device, account_key, from, to } of rows)
    accounts.set(device, { device, account_key, from: accounts.get(device)?.from ?? from, to })
  return [...accounts.values()]
}

/** The accounts that are named, and how many more there are. An answer that leaves rows out counts each of them as an account. */
export function firstOf(
  accounts: readonly AccountChange[],
  { total, rows }: RecordChanges,
): { readonly named: readonly AccountChange[]; readonly more: number } {
  const named = accounts.slice(0, MOST_NAMED)
  return { named, more: accounts.length - named.length + total - rows.length }
}

/**
 * What a choice makes of the accounts that a refund concerns: one that the choice doesn't change keeps its end.
 * @param concerned what ending all of them would change
 * @param changed what the choice changes
 */
export function refundOf(concerned: RecordChanges, changed: RecordChanges): AccountChange[] {
  const changes = new Map(accountsOf(changed).map((account) => [account.device, account]))
  return accountsOf(concerned).map(
    (account) => changes.get(account.device) ?? { ...account, to: account.from },
  )
}

/**
 * How codes that were enabled or restored are disabled or deleted again: the time that a record got back is taken again,
 * and a record that got nothing loses nothing. @returns which codes by which choice; undefined where the answer names too few
 */
export function undoOf(
  ids: readonly number[],
  { total, rows }: RecordChanges,
): { readonly record: RecordChoice; readonly ids: number[] }[] | undefined {
  if (total > rows.length) return undefined
  const given = new Set(rows.map(({ code }) => code))
  const groups = Map.groupBy(ids, (id): RecordChoice => (given.has(id) ? 'take_back' : 'keep'))
  return [...groups].map(([record, codes]) => ({ record, ids: codes }))
}
