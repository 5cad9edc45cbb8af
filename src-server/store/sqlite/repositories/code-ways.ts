import { eq, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { CodeState } from '../../../contract/records/code.ts'
import type { CodeFilter, CodeSort } from '../../repositories/codes.ts'
import type { Lane } from '../lanes.ts'
import type { Way, Ways } from '../listing.ts'
import { codes } from '../schema/index.ts'
import { BEFORE_ALL_TIMES, sortKey } from '../../sort-key.ts'

const COLUMNS = {
  id: codes.id,
  kami: codes.kami,
  created_at: codes.createdAt,
  use_time: codes.useTime,
  end_time: codes.endTime,
  recycled_at: codes.recycledAt,
} satisfies Record<CodeSort, SQLiteColumn>

/** The suffix of the index that holds the codes in the order of a column. */
const SUFFIXES = new Map<SQLiteColumn, string>([
  [codes.id, ''],
  [codes.kami, '_kami'],
  [codes.createdAt, '_created'],
  [codes.useTime, '_used'],
  [codes.endTime, '_ends'],
])

/**
 * The columns a list can be sorted by. A batch was created in the order of its ids, and codes outside the
 * recycle bin have no time of recycling, so ids stand for both.
 */
export function codeColumns(filter: CodeFilter): Record<CodeSort, SQLiteColumn> {
  return {
    ...COLUMNS,
    ...(filter.batch !== undefined && { created_at: codes.id }),
    ...(filter.state !== 'recycled' && { recycled_at: codes.id }),
  }
}

/** The ways to the codes of a filter. @param batch the way to its batch, when the filter names one */
export function waysToCodes(
  filter: CodeFilter,
  sort: CodeSort,
  now: number,
  { lane, byApp, batch }: { readonly lane: Lane; readonly byApp: Lane; readonly batch: Way | undefined },
): Ways {
  if (filter.kami !== undefined) return always([byApp('_kami', eq(codes.kami, filter.kami))])
  const column = codeColumns(filter)[sort]
  const isById = column === codes.id
  if (batch !== undefined && isById) return always([batch])
  const sorted = [wayInOrder(filter, column, lane)]
  if (batch !== undefined) return { narrow: [batch], sorted }
  if (filter.state === 'recycled') return { narrow: [lane('_bin')], sorted }
  if (filter.state !== undefined) {
    const narrow = waysToState(filter.state, now, lane)
    return isById && IN_ORDER_OF_IDS.has(filter.state) ? always(narrow) : { narrow, sorted }
  }
  if (filter.type === undefined) return { narrow: [lane('')], sorted }
  const narrow = [lane('_type', eq(codes.type, filter.type))]
  return isById ? always(narrow) : { narrow, sorted }
}

function wayInOrder({ state }: CodeFilter, column: SQLiteColumn, lane: Lane): Way {
  // An ended code was usually used. Unused codes come first in the other index, all of them.
  if (state === 'expired' && column === codes.useTime)
    return lane('_dated', sql`${codes.endTime} IS NOT NULL`)
  if (state === 'recycled' && column === codes.recycledAt) return lane('_recycled')
  return lane((state === 'recycled' ? '_bin' : '') + (SUFFIXES.get(column) ?? ''))
}

const IN_ORDER_OF_IDS: ReadonlySet<CodeState> = new Set(['unused', 'disabled', 'used_up'] as const)

/** Ways that read few codes of other states. `inState` selects the right ones among them. */
function waysToState(state: Exclude<CodeState, 'recycled'>, now: number, lane: Lane): Way[] {
  switch (state) {
    case 'disabled':
      return [lane('_disabled', sql`${codes.disabled} = 1`)]
    case 'used_up':
      return [lane('_used_up', sql`${codes.left} <= 0`)]
    case 'expired':
      return [lane('_ends', sql`${sortKey(codes.endTime)} BETWEEN 0 AND ${now}`)]
    case 'unused':
      return [lane('_used', sql`${sortKey(codes.useTime)} = ${sql.raw(String(BEFORE_ALL_TIMES))}`)]
    case 'in_use':
      return [
        lane('_ends', sql`${sortKey(codes.endTime)} > ${now}`),
        lane('_endless', sql`${codes.endTime} IS NULL AND ${codes.useTime} IS NOT NULL`),
      ]
  }
}

function always(ways: readonly Way[]): Ways {
  return { narrow: ways, sorted: ways }
}
