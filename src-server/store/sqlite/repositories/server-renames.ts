import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Scope } from '../../../domain/access/scope.ts'
import { SEAT_TEXTS } from '../../code-texts.ts'
import type {
  MovedCode,
  ServerCode,
  ServerPlace,
  ServerRenameItem,
  ServerRenameRepository,
} from '../../repositories/server-renames.ts'
import type { Connection } from '../connection.ts'
import { serverRenameItems, serverRenames } from '../schema/index.ts'
import { DEVICE_ROWS, type DeviceRow } from './device-rows.ts'

type Placed<More> = { server: string; ownerId: number | null; app: number | null } & More

const IN_PLACE = `(@app IS NULL OR app_id = @app)
  AND (@ownerId IS NULL OR app_id IN (SELECT id FROM applications WHERE owner_id = @ownerId))`
const isOn = (column: string) =>
  `instr(${column}, '@') > 0 AND substr(${column}, instr(${column}, '@') + 1) = @server`

const CODES = `SELECT id, NULL AS seat, app_id AS appId, account_key AS accountKey, markcode, revision FROM codes`
const SEATS = `SELECT code_id AS id, id AS seat, app_id AS appId, account_key AS accountKey, '' AS markcode,
  0 AS revision FROM code_seats`

export function createServerRenameRepository({ raw, orm }: Connection): ServerRenameRepository {
  const devicesOn = raw.prepare<[Placed<{ afterId: number; limit: number }>], DeviceRow>(
    `SELECT ${DEVICE_ROWS.all} FROM devices WHERE id > @afterId AND ${isOn('account_key')} AND ${IN_PLACE}
     ORDER BY id LIMIT @limit`,
  )
  const codesOn = raw.prepare<[Placed<{ after: number; upTo: number }>], ServerCode>(
    `${CODES} WHERE id > @after AND id <= @upTo AND ${IN_PLACE}
       AND (${isOn('account_key')} OR (account_key = '' AND ${isOn('markcode')}))
     UNION ALL ${SEATS} WHERE code_id > @after AND code_id <= @upTo AND ${IN_PLACE} AND ${isOn('account_key')}
     ORDER BY id, seat`,
  )
  const codesOf = {
    code: raw.prepare<[string], ServerCode>(`${CODES} WHERE id IN (SELECT value FROM json_each(?))`),
    seat: raw.prepare<[string], ServerCode>(`${SEATS} WHERE id IN (SELECT value FROM json_each(?))`),
  }
  const moveSeat = raw.prepare<[{ seat: number; to: string }]>(
    `UPDATE code_seats SET account_key = @to, ip = '', ip6 = '' WHERE id = @seat`,
  )
  const touch = raw.prepare<[number]>(SEAT_TEXTS.touch('= ?'))
  const moveCode = raw.prepare<[{ id: number; revision: number; to: string }]>(
    `UPDATE codes SET account_key = CASE account_key WHEN '' THEN '' ELSE @to END,
       ip = CASE markcode WHEN '' THEN ip ELSE '' END, ip6 = CASE markcode WHEN '' THEN ip6 ELSE '' END,
       markcode = CASE markcode WHEN '' THEN '' ELSE @to END, revision = revision + 1
     WHERE id = @id AND revision = @revision`,
  )
  const move = ({ code: { id, seat, revision }, to }: MovedCode): number => {
    if (seat === null) return moveCode.run({ id, revision, to }).changes
    touch.run(id)
    return moveSeat.run({ seat, to }).changes
  }
  const addItem = raw.prepare<[number, number, string, number, string]>(
    `INSERT INTO server_rename_items (rename_id, app_id, kind, item_id, key_before) VALUES (?, ?, ?, ?, ?)`,
  )
  const items = raw.prepare<[number, string, number, number], ServerRenameItem>(
    `SELECT app_id AS appId, kind, item_id AS itemId, key_before AS keyBefore FROM server_rename_items
     WHERE rename_id = ? AND kind = ? AND item_id > ? ORDER BY item_id LIMIT ?`,
  )
  const place = ({ server, ownerId, app }: ServerPlace) => ({ server, ownerId, app: app ?? null })

  const inScope = (scope: Scope) => {
    switch (scope.kind) {
      // Renames belong to no single application.
      case 'within':
        return sql`0`
      case 'everything':
        return undefined
      case 'ownedBy':
        return eq(serverRenames.ownerId, scope.operatorId)
      case 'attributedTo':
        return sql`0`
    }
  }
  /** Replaced trial records have a key on the new server, because they didn't move. */
  const counted = (
    ...kinds: ServerRenameItem['kind'][]
  ) => sql<number>`(SELECT count(*) FROM ${serverRenameItems}
    WHERE ${serverRenameItems.renameId} = ${serverRenames.id} AND ${inArray(serverRenameItems.kind, kinds)}
      AND substr(${serverRenameItems.keyBefore}, instr(${serverRenameItems.keyBefore}, '@') + 1)
        = ${serverRenames.fromServer})`

  return {
    devicesOn: async (given, afterId, limit) =>
      devicesOn.all({ ...place(given), afterId, limit }).map(DEVICE_ROWS.read),

    codesOn: async (given, slice) => codesOn.all({ ...place(given), ...slice }),

    codesOf: async (kind, ids) => codesOf[kind].all(JSON.stringify(ids)),

    moveCodes: async (moves) => moves.reduce((sum, one) => sum + move(one), 0),

    insert: async (rename) => Number(orm.insert(serverRenames).values(rename).run().lastInsertRowid),

    addItems: async (renameId, added) => {
      for (const { appId, kind, itemId, keyBefore } of added)
        addItem.run(renameId, appId, kind, itemId, keyBefore)
    },

    items: async (renameId, kind, afterId, limit) => items.all(renameId, kind, afterId, limit),

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
        .limit(limit)
        .all(),

    find: async (scope, id) =>
      orm
        .select()
        .from(serverRenames)
        .where(and(eq(serverRenames.id, id), inScope(scope)))
        .get(),

    markUndone: async (id, undoneBy, undoneAt) =>
      orm
        .update(serverRenames)
        .set({ undoneBy, undoneAt })
        .where(and(eq(serverRenames.id, id), isNull(serverRenames.undoneAt)))
        .run().changes === 1,
  }
}
