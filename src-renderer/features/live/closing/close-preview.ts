import type { LiveRow } from '../rows/live-row.ts'

/** Exactly what a close_all over these accounts would reach. */
export interface ClosePreview {
  /** Accounts that are asked. */
  readonly rows: readonly LiveRow[]
  readonly positions: number
  readonly floating: number
  /** Asked accounts that don't call at present: the command waits for them. */
  readonly silent: number
  /** Left out: no open positions. */
  readonly flat: number
  /** Left out: asked or delivered already. */
  readonly underway: number
}

export function previewClose(chosen: readonly LiveRow[]): ClosePreview {
  const rows: LiveRow[] = []
  let [positions, floating, silent, flat, underway] = [0, 0, 0, 0, 0]
  for (const row of chosen) {
    if (row.close.state === 'asked' || row.close.state === 'delivered') underway++
    else if (row.positions === 0) flat++
    else {
      rows.push(row)
      positions += row.positions ?? 0
      floating += row.floating ?? 0
      if (row.health === 'silent' || row.health === 'never') silent++
    }
  }
  return { rows, positions, floating, silent, flat, underway }
}

/** How far the accounts of one order to close have come. */
export interface CloseProgress {
  readonly total: number
  /** Fetched by the terminal, whatever became of it. */
  readonly delivered: number
  readonly confirmed: number
  readonly overdue: number
  /** Fetched by the terminal, whose program says nothing of its positions. */
  readonly unreported: number
  readonly asked: number
}

export function measureClose(ids: readonly number[], rows: ReadonlyMap<number, LiveRow>): CloseProgress {
  let [delivered, confirmed, overdue, unreported, asked] = [0, 0, 0, 0, 0]
  for (const id of ids) {
    const state = rows.get(id)?.close.state
    if (state === 'asked') asked++
    if (state !== undefined && state !== 'none' && state !== 'asked') delivered++
    if (state === 'confirmed') confirmed++
    if (state === 'overdue') overdue++
    if (state === 'unreported') unreported++
  }
  return { total: ids.length, delivered, confirmed, overdue, unreported, asked }
}
