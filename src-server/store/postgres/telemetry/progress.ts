import { PACKED, spanOf } from './packed-steps.ts'
import type { Connection } from './telemetry-pool.ts'

/** The half that takes fresh rows, and how far the other one is packed. */
export interface Turn {
  readonly half: number
  readonly isPacking: boolean
  /** Fresh rows of the other half of accounts before this one are packed. */
  readonly account: number
  /** Unix seconds. */
  readonly turnedAt: number
}

/** The progress of a level that is made from the one below. */
export interface LevelProgress {
  /** The span that is made next, and the first account without it. */
  readonly span: number
  readonly account: number
}

export interface Progress {
  readonly turn: Turn
  readonly levels: Readonly<Record<1 | 2, LevelProgress | undefined>>
}

export async function readProgress(connection: Connection): Promise<Progress> {
  const [turn] = await connection.all<Turn>(
    'SELECT half, is_packing AS "isPacking", account, turned_at AS "turnedAt" FROM turns',
  )
  const rows = await connection.all<LevelProgress & { level: 1 | 2 }>(
    'SELECT level, span, account FROM fold_progress',
  )
  if (turn === undefined) throw new Error('the row of turns is missing')
  const of = (level: 1 | 2) => rows.find((row) => row.level === level)
  return { turn, levels: { 1: of(1), 2: of(2) } }
}

export function saveLevel(
  connection: Connection,
  level: 1 | 2,
  { span, account }: LevelProgress,
): Promise<number> {
  return connection.run(
    `INSERT INTO fold_progress (level, span, account) VALUES ($1, $2, $3)
     ON CONFLICT (level) DO UPDATE SET span = excluded.span, account = excluded.account`,
    [level, span, account],
  )
}

/** The time before which an account's steps of a level are packed, Unix seconds. Without progress none is. */
export function boundaryOf({ levels }: Progress, level: 1 | 2, account: number): number {
  const known = levels[level]
  if (known === undefined) return -Infinity
  return (account < known.account ? known.span + 1 : known.span) * PACKED[level].span
}

/** The first span of a level that the level above still needs. */
export function neededFrom({ levels }: Progress, level: 0 | 1): number {
  const above = level === 0 ? 1 : 2
  const known = levels[above]
  return known === undefined ? 0 : spanOf(level, known.span * PACKED[above].span)
}
