import { and, eq } from 'drizzle-orm'
import type { Replay, ReplayRepository } from '../../repositories/replays.ts'
import { firstOf, type Connection } from '../connection.ts'
import { askedRows, columnsOf, type Columns } from '../gathering.ts'
import { replays } from '../schema/index.ts'

/** Rows deleted at once. This takes a few milliseconds. */
const MOST_DELETED = 5000

type Row = [appId: number, signature: string, api: string, answer: string | null, until: number]
const ROW = 'app_id, signature, api, answer, until'
const ADD = `INSERT INTO replays (${ROW}) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
const TYPES = { app_id: 'bigint', signature: 'text', api: 'text', answer: 'text', until: 'bigint' }
const ADD_MANY = `INSERT INTO replays (${ROW}) SELECT ${ROW} FROM ${askedRows(TYPES)}
  ON CONFLICT DO NOTHING RETURNING app_id AS "appId", signature`

export function createReplayRepository({ prepare, orm, gather }: Connection): ReplayRepository {
  const addOne = prepare<Row>(ADD)
  const addMany = prepare<Columns<Row>, Pick<Replay, 'appId' | 'signature'>>(ADD_MANY)
  const added = gather<Row, boolean>({
    one: async (row) => (await addOne.run(...row)).changes === 1,
    many: async (rows) => {
      const stored = await addMany.all(...columnsOf(rows))
      const keys = new Set(stored.map(({ appId, signature }) => keyOf(appId, signature)))
      return rows.map(([appId, signature]) => keys.has(keyOf(appId, signature)))
    },
    keyOf: ([appId, signature]) => keyOf(appId, signature),
  })
  const find = (appId: number, signature: string) =>
    firstOf(
      orm
        .select()
        .from(replays)
        .where(and(eq(replays.appId, appId), eq(replays.signature, signature))),
    )
  const deleteEnded = prepare<[now: number, most: number]>(
    'DELETE FROM replays WHERE ctid = ANY(ARRAY(SELECT ctid FROM replays WHERE until <= ? LIMIT ?))',
  )

  return {
    add: async ({ appId, signature, api, answer, until }) =>
      (await added([appId, signature, api, answer, until])) ? undefined : find(appId, signature),

    find,

    deleteEnded: async (now) => (await deleteEnded.run(now, MOST_DELETED)).changes < MOST_DELETED,
  }
}

function keyOf(appId: number, signature: string): string {
  return `${appId} ${signature}`
}
