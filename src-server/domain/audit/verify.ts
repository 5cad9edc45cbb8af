import { chainHash, FIRST_HASH } from './chain.ts'
import type { AuditRow } from './entry.ts'

/** The place up to which the chain is verified. */
export interface ChainPlace {
  readonly hash: string
  /** The id of the last row. 0 before the first. */
  readonly id: number
  readonly rows: number
}

export const CHAIN_START: ChainPlace = { hash: FIRST_HASH, id: 0, rows: 0 }

export interface ChainBreak {
  /** The first row that doesn't fit. The one after the last row when the end is missing. */
  readonly brokenAt: number
  readonly reason: 'changed' | 'cut'
}

/** How far the chain is intact, and its first break. */
export interface Followed {
  readonly place: ChainPlace
  readonly broken?: ChainBreak
}

/** Verifies the next rows. A changed, inserted or removed row shows at the first hash after it. */
export function followChain(from: ChainPlace, rows: readonly AuditRow[]): Followed {
  let place = from
  for (const { id, hash, ...entry } of rows) {
    if (chainHash(place.hash, entry) !== hash) return { place, broken: { brokenAt: id, reason: 'changed' } }
    place = { hash, id, rows: place.rows + 1 }
  }
  return { place }
}

/** Rows removed from the end leave an intact chain. Only the recorded end of the chain reveals it. */
export function breakAtEnd(
  end: ChainPlace,
  head: { readonly id: number; readonly hash: string } | undefined,
): ChainBreak | undefined {
  if (head === undefined) return end.rows === 0 ? undefined : { brokenAt: end.id, reason: 'changed' }
  if (end.id < head.id) return { brokenAt: end.id + 1, reason: 'cut' }
  return end.hash === head.hash ? undefined : { brokenAt: end.id, reason: 'changed' }
}
