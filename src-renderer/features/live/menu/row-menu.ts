import type { LiveRow } from '../rows/live-row.ts'

/** The accounts that a menu acts on, and its place in the window, px. */
export interface RowMenuPlace {
  readonly rows: readonly LiveRow[]
  readonly x: number
  readonly y: number
}
