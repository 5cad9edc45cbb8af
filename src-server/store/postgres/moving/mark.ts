import type pg from 'pg'
import { readMark, refuseMoved, type MoveMark } from '../../moving/marks.ts'
import { DataFolderError } from '../../data-folder-error.ts'
import type { PostgresPlace } from '../pool.ts'
import { withClient } from '../with-client.ts'

/** The key of the mark in the table of single values. */
export const MARK_KEY = 'data_move'

/** A lock of sessions: the session of a move has it alone, and a copy that starts looks whether it is free. */
const LOCK = "hashtext('pulsekey move')"

/** The mark with what a move has still to make, and what it may clear. */
export type StoredMark = MoveMark & {
  /** The database that gets the figures, for people. */
  readonly figures?: string
  /** The statements that make the indexes of the searches. */
  readonly searches?: readonly string[]
}

/** @returns undefined where the database has no mark, or no tables yet */
export async function findMark(client: pg.ClientBase): Promise<StoredMark | undefined> {
  const { rows: tables } = await client.query<{ isThere: boolean }>(
    `SELECT to_regclass('public.meta') IS NOT NULL AS "isThere"`,
  )
  if (tables[0]?.isThere !== true) return undefined
  const { rows } = await client.query<{ value: string }>('SELECT value FROM meta WHERE key = $1', [MARK_KEY])
  return readMark(rows[0]?.value)
}

/** @param mark undefined: none any more */
export async function saveMark(client: pg.ClientBase, mark: StoredMark | undefined): Promise<void> {
  if (mark === undefined) await client.query('DELETE FROM meta WHERE key = $1', [MARK_KEY])
  else
    await client.query(
      'INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      [MARK_KEY, JSON.stringify(mark)],
    )
}

/** Takes the lock of a move until the session ends. @returns false where another move has it, or a copy looks at it */
export async function takeMoveLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isTaken: boolean }>(
    `SELECT pg_try_advisory_lock(${LOCK}) AS "isTaken"`,
  )
  return rows[0]?.isTaken === true
}

/**
 * Refuses to open a database that a move uses, that it left behind, or that it has not completed. Call it before anything is
 * written, and once more when this copy has its sessions: a move looks for those after it took its lock.
 * @param name of the database, for people: without the password
 * @throws DataFolderError
 */
export async function requireNotMoved(place: PostgresPlace, name: string, isForced: boolean): Promise<void> {
  await withClient(place, async (client) => {
    const { rows } = await client.query<{ isFree: boolean }>(
      `SELECT pg_try_advisory_lock_shared(${LOCK}) AS "isFree"`,
    )
    if (rows[0]?.isFree !== true)
      throw new DataFolderError(
        `The data of ${name} is being moved. Wait until the move has ended.`,
        `${name} 中的数据正在迁移，请等待迁移结束。`,
      )
    refuseMoved(await findMark(client), name, isForced)
  })
}
