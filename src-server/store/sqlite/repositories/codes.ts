import { and, eq, inArray } from 'drizzle-orm'
import { PERMANENT_VIP } from '../../../contract/limits.ts'
import type { CodeChange } from '../../../domain/code/login-decision.ts'
import type { CodeRepository } from '../../repositories/codes.ts'
import type { Connection } from '../connection.ts'
import { codes } from '../schema/index.ts'
import { codesBetween, listCodes } from './code-list.ts'
import { CODE_ROWS, type CodeRow } from './code-rows.ts'
import { inScope } from './scope.ts'

interface AccountOfCodes {
  readonly appId: number
  readonly accountKey: string
}

/** A login's change as parameters of the statement. null leaves a member unchanged. */
type CodeChangeRow = { readonly [K in keyof CodeChange]-?: Exclude<CodeChange[K], undefined> | null } & {
  readonly id: number
  readonly revision: number
}

const NO_CHANGE = {
  markcode: null,
  ip: null,
  ip6: null,
  useTime: null,
  endTime: null,
  left: null,
  accountKey: null,
  gaveSeconds: null,
  recordEndBefore: null,
}

export function createCodeRepository(connection: Connection): CodeRepository {
  const { raw, orm } = connection
  const find = raw.prepare<[number, string], CodeRow>(
    `SELECT ${CODE_ROWS.all} FROM codes WHERE app_id = ? AND kami = ?`,
  )
  // One look-up in the index of (app_id, kami) for each application.
  const findEverywhere = raw.prepare<[string], CodeRow>(
    `SELECT ${CODE_ROWS.all} FROM codes
    WHERE app_id IN (SELECT id FROM applications) AND kami = ? AND recycled_at IS NULL ORDER BY app_id`,
  )
  // NULL leaves a member unchanged, and a login never empties one. Nothing is returned, because that would
  // cost more than the write.
  const change = raw.prepare<[CodeChangeRow]>(
    `UPDATE codes SET markcode = coalesce(@markcode, markcode), ip = coalesce(@ip, ip), ip6 = coalesce(@ip6, ip6),
      use_time = coalesce(@useTime, use_time), end_time = coalesce(@endTime, end_time),
      "left" = coalesce(@left, "left"), account_key = coalesce(@accountKey, account_key),
      gave_seconds = coalesce(@gaveSeconds, gave_seconds),
      record_end_before = coalesce(@recordEndBefore, record_end_before), revision = revision + 1
    WHERE id = @id AND revision = @revision`,
  )
  // For a code already in use: these columns are in no list index and no search index, so the update is
  // cheap.
  const spend = raw.prepare<[string | null, string | null, number | null, number, number]>(
    `UPDATE codes SET ip = coalesce(?, ip), ip6 = coalesce(?, ip6), "left" = coalesce(?, "left"),
      revision = revision + 1
    WHERE id = ? AND revision = ?`,
  )
  const unbind = raw.prepare<[number | null, number | null, number, number, number], CodeRow>(
    `UPDATE codes SET markcode = '', ip = '', ip6 = '', end_time = ?, "left" = ?, unbinds = unbinds + 1, last_unbind = ?,
      revision = revision + 1
    WHERE id = ? AND revision = ? RETURNING ${CODE_ROWS.all}`,
  )
  const recharge = raw.prepare<[number, number, number, number], CodeRow>(
    `UPDATE codes SET recharged_account_id = ?, use_time = coalesce(use_time, ?), revision = revision + 1
    WHERE id = ? AND revision = ? AND recharged_account_id IS NULL RETURNING ${CODE_ROWS.all}`,
  )
  const followAccount = raw.prepare<[{ appId: number; from: string; to: string }]>(
    `UPDATE codes SET account_key = @to, ip = CASE markcode WHEN @from THEN '' ELSE ip END,
      ip6 = CASE markcode WHEN @from THEN '' ELSE ip6 END,
      markcode = CASE markcode WHEN @from THEN @to ELSE markcode END, revision = revision + 1
    WHERE app_id = @appId AND account_key = @from AND account_key <> ''`,
  )
  const ofAccounts = raw.prepare<[string], { total: number }>(
    `SELECT count(*) AS total FROM devices d JOIN codes c
      ON c.app_id = d.app_id AND c.account_key = d.account_key AND c.account_key <> '' AND c.recycled_at IS NULL
    WHERE d.id IN (SELECT value FROM json_each(?))`,
  )
  const spendOfAccount = raw.prepare<[AccountOfCodes]>(
    `UPDATE codes SET spent = 1, revision = revision + 1
    WHERE app_id = @appId AND account_key = @accountKey AND account_key <> '' AND gave_seconds IS NOT NULL`,
  )
  const disableOfAccount = raw.prepare<[AccountOfCodes], { id: number }>(
    `UPDATE codes SET disabled = 1
    WHERE app_id = @appId AND account_key = @accountKey AND account_key <> '' AND recycled_at IS NULL AND disabled = 0
    RETURNING id`,
  )
  const permanentsOf = raw.prepare<[AccountOfCodes & { but: number }], CodeRow>(
    `SELECT ${CODE_ROWS.all} FROM codes
    WHERE app_id = @appId AND account_key = @accountKey AND account_key <> '' AND id <> @but
      AND gave_seconds >= ${PERMANENT_VIP} AND taken_seconds IS NULL AND spent = 0 ORDER BY id`,
  )
  const voidPermanents = raw.prepare<[AccountOfCodes & { but: number }]>(
    `UPDATE codes SET gave_seconds = 0, record_end_before = NULL, revision = revision + 1
    WHERE app_id = @appId AND account_key = @accountKey AND account_key <> '' AND id <> @but
      AND gave_seconds >= ${PERMANENT_VIP} AND taken_seconds IS NULL`,
  )
  const setEndBeneath = raw.prepare<[number, number]>(
    'UPDATE codes SET record_end_before = ?, revision = revision + 1 WHERE id = ?',
  )
  // A code without a duration of its own keeps its exact end.
  const releaseOfAccount = raw.prepare<[AccountOfCodes], { id: number }>(
    `UPDATE codes SET account_key = '', markcode = '', ip = '', ip6 = '', use_time = NULL,
      end_time = CASE WHEN seconds > 0 THEN NULL ELSE end_time END, gave_seconds = NULL,
      record_end_before = NULL, spent = 0, taken_seconds = NULL, revision = revision + 1
    WHERE app_id = @appId AND account_key = @accountKey AND account_key <> '' RETURNING id`,
  )
  const edit =
    raw.prepare(`UPDATE codes SET type = @type, seconds = @seconds, "left" = @left, markcode = @markcode,
      ip = @ip, ip6 = @ip6, end_time = @endTime, disabled = @disabled, note = @note, agent_id = @agentId,
      recycled_at = @recycledAt, gave_seconds = @gaveSeconds, record_end_before = @recordEndBefore,
      taken_seconds = @takenSeconds, revision = revision + 1
    WHERE id = @id AND revision = @revision`)
  const purge = raw.prepare<[number, number]>(
    'DELETE FROM codes WHERE id = ? AND revision = ? AND recycled_at IS NOT NULL',
  )
  const last = raw.prepare<[], { id: number | null }>('SELECT max(id) AS id FROM codes')
  const insert =
    raw.prepare(`INSERT INTO codes (app_id, kami, type, seconds, "left", note, agent_id, batch_id, created_at)
    VALUES (@appId, @kami, @type, @seconds, @left, @note, @agentId, @batchId, @createdAt) ON CONFLICT DO NOTHING`)

  return {
    find: async (appId, kami) => {
      const row = find.get(appId, kami)
      return row === undefined ? undefined : CODE_ROWS.read(row)
    },

    findEverywhere: async (kami) => findEverywhere.all(kami).map(CODE_ROWS.read),

    change: async (id, revision, members) => {
      const { ip = null, ip6 = null, left = null, ...first } = members
      const isFirst = Object.keys(first).length > 0
      const { changes } = isFirst
        ? change.run({ ...NO_CHANGE, ...members, id, revision })
        : spend.run(ip, ip6, left, id, revision)
      return changes === 1
    },

    unbind: async (id, revision, to) => {
      const row = unbind.get(to.endTime, to.left, to.lastUnbind, id, revision)
      return row === undefined ? undefined : CODE_ROWS.read(row)
    },

    recharge: async (id, revision, accountId, at) => {
      const row = recharge.get(accountId, at, id, revision)
      return row === undefined ? undefined : CODE_ROWS.read(row)
    },

    countOfAccounts: async (deviceIds) => ofAccounts.get(JSON.stringify(deviceIds))?.total ?? 0,

    permanentsOf: async ({ id: but, appId, accountKey }) =>
      permanentsOf.all({ appId, accountKey, but }).map(CODE_ROWS.read),

    voidPermanents: async ({ id: but, appId, accountKey }) => {
      voidPermanents.run({ appId, accountKey, but })
    },

    setEndBeneath: async (id, end) => {
      setEndBeneath.run(end, id)
    },

    spendOfAccount: async (appId, accountKey) => {
      spendOfAccount.run({ appId, accountKey })
      return disableOfAccount.all({ appId, accountKey }).map(({ id }) => id)
    },

    releaseOfAccount: async (appId, accountKey) =>
      releaseOfAccount.all({ appId, accountKey }).map(({ id }) => id),

    followAccount: async (appId, from, to) => followAccount.run({ appId, from, to }).changes,

    importOne: async (code) => orm.insert(codes).values(code).onConflictDoNothing().run().changes === 1,

    insert: async (code) => {
      const { changes, lastInsertRowid } = insert.run(code)
      return changes === 1 ? Number(lastInsertRowid) : undefined
    },

    list: async (scope, filter, query, now) => listCodes(connection, scope, filter, query, now),

    get: async (scope, id) =>
      orm
        .select()
        .from(codes)
        .where(and(eq(codes.id, id), inScope(connection, scope, codes)))
        .get(),

    byIds: async (scope, ids) =>
      orm
        .select()
        .from(codes)
        .where(and(inArray(codes.id, [...ids]), inScope(connection, scope, codes)))
        .orderBy(codes.id)
        .all(),

    between: async (scope, selection, now, slice) => codesBetween(connection, scope, selection, now, slice),

    lastId: async () => last.get()?.id ?? 0,

    edit: async (id, revision, members) =>
      edit.run({ ...members, disabled: members.disabled ? 1 : 0, id, revision }).changes === 1,

    purge: async (id, revision) => purge.run(id, revision).changes === 1,
  }
}
