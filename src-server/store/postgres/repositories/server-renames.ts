import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Scope } from '../../../domain/access/scope.ts'
import type {
  ServerCode,
  ServerPlace,
  ServerRenameItem,
  ServerRenameRepository,
} from '../../repositories/server-renames.ts'
import { addedBy, changedBy, firstOf, type Connection } from '../connection.ts'
import { serverRenameItems, serverRenames } from '../schema/index.ts'
import { DEVICE_ROWS, type DeviceRow } from './device-rows.ts'

type Placed<More> = { server: string; ownerId: number | null; app: number | null } & More

const IN_PLACE = `(@app::bigint IS NULL OR app_id = @app)
  AND (@ownerId::bigint IS NULL OR app_id IN (SELECT id FROM applications WHERE owner_id = @ownerId))`
const isOn = (column: string) =>
  `strpos(${column}, '@') > 0 AND substr(${column}, strpos(${column}, '@') + 1) = @server`

const CODES = `SELECT id, NULL::bigint AS seat, app_id AS "appId", account_key AS "accountKey", markcode, revision
  FROM codes`
const SEATS = `SELECT code_id AS id, id AS seat, app_id AS "appId", account_key AS "accountKey", '' AS markcode,
  0::bigint AS revision FROM code_seats`

export function createServerRenameRepository({ prepare, orm }: Connection): ServerRenameRepository {
  const devicesOn = prepare<[Placed<{ afterId: number; limit: number }>], DeviceRow>(
    `SELECT ${DEVICE_ROWS.all} FROM devices WHERE id > @afterId AND ${isOn('account_key')} AND ${IN_PLACE}
     ORDER BY id LIMIT @limit`,
  )
  const codesOn = prepare<[Placed<{ after: number; upTo: number }>], ServerCode>(
    `${CODES} WHERE id > @after AND id <= @upTo AND ${IN_PLACE}
       AND (${isOn('account_key')} OR (account_key = '' AND ${isOn('markcode')}))
     UNION ALL ${SEATS} WHERE code_id > @after AND code_id <= @upTo AND ${IN_PLACE} AND ${isOn('account_key')}
     ORDER BY id, seat NULLS FIRST`,
  )
  const codesOf = {
    code: prepare<[readonly number[]], ServerCode>(`${CODES} WHERE id = ANY(?::bigint[]) ORDER BY codes.id`),
    seat: prepare<[readonly number[]], ServerCode>(
      `${SEATS} WHERE id = ANY(?::bigint[]) ORDER BY code_seats.id`,
    ),
  }
  const moveSeats = prepare<[readonly number[], readonly string[]]>(
    `UPDATE code_seats SET account_key = new_key, ip = '', ip6 = ''
     FROM unnest(?::bigint[], ?::text[]) AS moves (seat, new_key) WHERE id = seat`,
  )
  // A code with several seats on the server gets a revision for each.
  const touch = prepare<[readonly number[]]>(
    `UPDATE codes SET revision = revision + seats_moved
     FROM (SELECT code, count(*) AS seats_moved FROM unnest(?::bigint[]) AS moves (code) GROUP BY code) AS moves
     WHERE id = code`,
  )
  const moveCodes = prepare<[readonly number[], readonly number[], readonly string[]]>(
    `UPDATE codes SET account_key = CASE account_key WHEN '' THEN '' ELSE new_key END,
       ip = CASE markcode WHEN '' THEN ip ELSE '' END, ip6 = CASE markcode WHEN '' THEN ip6 ELSE '' END,
       markcode = CASE markcode WHEN '' THEN '' ELSE new_key END, revision = revision + 1
     FROM unnest(?::bigint[], ?::bigint[], ?::text[]) AS moves (code, seen, new_key) WHERE id = code AND revision = seen`,
  )
  const addItems = prepare<
    [number, readonly number[], readonly string[], readonly number[], readonly string[]]
  >(
    `INSERT INTO server_rename_items (rename_id, app_id, kind, item_id, key_before)
     SELECT ?::bigint, * FROM unnest(?::bigint[], ?::text[], ?::bigint[], ?::text[])`,
  )
  const items = prepare<[number, string, number, number], ServerRenameItem>(
    `SELECT app_id AS "appId", kind, item_id AS "itemId", key_before AS "keyBefore" FROM server_rename_items
     WHERE rename_id = ? AND kind = ? AND item_id > ? ORDER BY item_id LIMIT ?`,
  )
  const place = ({ server, ownerId, app }: ServerPlace) => ({ server, ownerId, app: app ?? null })

  const inScope = (scope: Scope) => {
    switch (scope.kind) {
      // Renames belong to no single application.
      case 'within':
        return sql`false`
      case 'everything':
        return undefined
      case 'ownedBy':
        return eq(serverRenames.ownerId, scope.operatorId)
      case 'attributedTo':
        return sql`false`
    }
  }
  /** Replaced trial records have a key on the new server, because they didn't move. */
  const counted = (
    ...kinds: ServerRenameItem['kind'][]
  ) => sql<number>`(SELECT count(*) FROM ${serverRenameItems}
    WHERE ${serverRenameItems.renameId} = ${serverRenames.id} AND ${inArray(serverRenameItems.kind, kinds)}
      AND substr(${serverRenameItems.keyBefore}, strpos(${serverRenameItems.keyBefore}, '@') + 1)
        = ${serverRenames.fromServer})`

  return {
    devicesOn: async (given, afterId, limit) =>
      (await devicesOn.all({ ...place(given), afterId, limit })).map(DEVICE_ROWS.read),

    codesOn: (given, slice) => codesOn.all({ ...place(given), ...slice }),

    codesOf: (kind, ids) => codesOf[kind].all(ids),

    moveCodes: async (moves) => {
      const own = moves.filter(({ code }) => code.seat === null)
      const { changes } = await moveCodes.run(
        own.map(({ code }) => code.id),
        own.map(({ code }) => code.revision),
        own.map(({ to }) => to),
      )
      const sitting = moves.flatMap(({ code: { id, seat }, to }) => (seat === null ? [] : [{ id, seat, to }]))
      if (sitting.length === 0) return changes
      await touch.run(sitting.map(({ id }) => id))
      const moved = await moveSeats.run(
        sitting.map(({ seat }) => seat),
        sitting.map(({ to }) => to),
      )
      return changes + moved.changes
    },

    insert: async (rename) => {
      const { id } = await addedBy(
        orm.insert(serverRenames).values(rename).returning({ id: serverRenames.id }),
      )
      return id
    },

    addItems: async (renameId, added) => {
      await addItems.run(
        renameId,
        added.map(({ appId }) => appId),
        added.map(({ kind }) => kind),
        added.map(({ itemId }) => itemId),
        added.map(({ keyBefore }) => keyBefore),
      )
    },

    items: (renameId, kind, afterId, limit) => items.all(renameId, kind, afterId, limit),

    list: async (scope, limit) =>
      orm
        .select({
          id: serverRenames.id,
          ownerId: serverRenames.ownerId,
          fromServer: serverRenames.fromServer,
          toServer: serverRenames.toServer,
          byId: serverRenames.byId,
          by: serverRenames.by,
          at: serverRenames.at,
          undoneBy: serverRenames.undoneBy,
          undoneAt: serverRenames.undoneAt,
          accounts: counted('device'),
          codes: counted('code', 'seat'),
        })
        .from(serverRenames)
        .where(inScope(scope))
        .orderBy(desc(serverRenames.id))
        .limit(limit),

    find: (scope, id) =>
      firstOf(
        orm
          .select()
          .from(serverRenames)
          .where(and(eq(serverRenames.id, id), inScope(scope))),
      ),

    markUndone: async (id, undoneBy, undoneAt) => {
      const marked = orm
        .update(serverRenames)
        .set({ undoneBy, undoneAt })
        .where(and(eq(serverRenames.id, id), isNull(serverRenames.undoneAt)))
      return (await changedBy(marked)) === 1
    },
  }
}
