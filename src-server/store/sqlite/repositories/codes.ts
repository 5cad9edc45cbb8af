import { and, eq, inArray } from 'drizzle-orm'
import { PERMANENT_VIP } from '../../../contract/limits.ts'
import type { Code } from '../../../domain/code/code.ts'
import type { EditableCode } from '../../../domain/code/edit.ts'
import type { CodeChange } from '../../../domain/code/login-decision.ts'
import type { CodeRepository, NewCode, UnbindChange } from '../../repositories/codes.ts'
import { membersOf } from '../../members-of.ts'
import type { Row } from '../columns.ts'
import type { Connection } from '../connection.ts'
import { codes } from '../schema/index.ts'
import type { CodeSeatRepository } from '../../repositories/code-seats.ts'
import { seatsOfAccounts } from './code-seats.ts'
import { codesBetween, codesWithField, listCodes } from './code-list.ts'
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

/** A code at a revision: a statement changes it only while it has that one. */
type CodeAt = Pick<Code, 'id' | 'revision'>

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

const EDITED = membersOf<EditableCode>({
  type: true,
  seconds: true,
  left: true,
  markcode: true,
  ip: true,
  ip6: true,
  endTime: true,
  disabled: true,
  note: true,
  tags: true,
  fields: true,
  seats: true,
  agentId: true,
  recycledAt: true,
  gaveSeconds: true,
  recordEndBefore: true,
  takenSeconds: true,
  accountKey: true,
  spent: true,
})
const NEW = membersOf<NewCode>({
  appId: true,
  kami: true,
  type: true,
  seconds: true,
  left: true,
  note: true,
  tags: true,
  fields: true,
  seats: true,
  agentId: true,
  batchId: true,
  createdAt: true,
})

export function createCodeRepository(connection: Connection, seats: CodeSeatRepository): CodeRepository {
  const { raw, orm } = connection
  const ofSeats = seatsOfAccounts(connection, seats)
  const any = raw.prepare('SELECT 1 FROM codes LIMIT 1')
  // `find` and `spend` run at each login. Parameters by name would cost them 0.4 us a call.
  const find = raw.prepare<[appId: number, kami: string], CodeRow>(
    `SELECT ${CODE_ROWS.all} FROM codes WHERE app_id = ? AND kami = ?`,
  )
  // One look-up in the index of (app_id, kami) for each application.
  const findEverywhere = raw.prepare<[Pick<Code, 'kami'>], CodeRow>(
    `SELECT ${CODE_ROWS.all} FROM codes
    WHERE app_id IN (SELECT id FROM applications) AND kami = @kami AND recycled_at IS NULL ORDER BY app_id`,
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
  const spend = raw.prepare<
    [ip: string | null, ip6: string | null, left: number | null, id: number, revision: number]
  >(
    `UPDATE codes SET ip = coalesce(?, ip), ip6 = coalesce(?, ip6), "left" = coalesce(?, "left"),
      revision = revision + 1
    WHERE id = ? AND revision = ?`,
  )
  const unbind = raw.prepare<[UnbindChange & CodeAt], CodeRow>(
    `UPDATE codes SET markcode = '', ip = '', ip6 = '', end_time = @endTime, "left" = @left, unbinds = unbinds + 1,
      last_unbind = @lastUnbind, revision = revision + 1
    WHERE id = @id AND revision = @revision RETURNING ${CODE_ROWS.all}`,
  )
  const recharge = raw.prepare<[CodeAt & { readonly accountId: number; readonly at: number }], CodeRow>(
    `UPDATE codes SET recharged_account_id = @accountId, use_time = coalesce(use_time, @at), revision = revision + 1
    WHERE id = @id AND revision = @revision AND recharged_account_id IS NULL RETURNING ${CODE_ROWS.all}`,
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
  const setEndBeneath = raw.prepare<[{ readonly id: number; readonly end: number }]>(
    'UPDATE codes SET record_end_before = @end, revision = revision + 1 WHERE id = @id',
  )
  // A code without a duration of its own keeps its exact end.
  const releaseOfAccount = raw.prepare<[AccountOfCodes], { id: number }>(
    `UPDATE codes SET account_key = '', markcode = '', ip = '', ip6 = '', use_time = NULL,
      end_time = CASE WHEN seconds > 0 THEN NULL ELSE end_time END, gave_seconds = NULL,
      record_end_before = NULL, spent = 0, taken_seconds = NULL, revision = revision + 1
    WHERE app_id = @appId AND account_key = @accountKey AND account_key <> '' RETURNING id`,
  )
  const edit = raw.prepare<[Row<EditableCode> & CodeAt]>(
    `UPDATE codes SET ${CODE_ROWS.set(EDITED)}, revision = revision + 1 WHERE id = @id AND revision = @revision`,
  )
  const dropField = raw.prepare<[Row<Pick<Code, 'fields'>> & Pick<Code, 'id'>]>(
    'UPDATE codes SET fields = @fields, revision = revision + 1 WHERE id = @id',
  )
  const purge = raw.prepare<[CodeAt]>(
    'DELETE FROM codes WHERE id = @id AND revision = @revision AND recycled_at IS NOT NULL',
  )
  const remove = raw.prepare<[CodeAt]>(
    'DELETE FROM codes WHERE id = @id AND revision = @revision AND recycled_at IS NULL',
  )
  const last = raw.prepare<[], { id: number | null }>('SELECT max(id) AS id FROM codes')
  const insert = raw.prepare<[Row<NewCode>]>(
    `INSERT INTO codes ${CODE_ROWS.values(NEW)} ON CONFLICT DO NOTHING`,
  )
  const importOne = raw.prepare<[Row<Omit<Code, 'id'>>]>(
    `INSERT INTO codes ${CODE_ROWS.newRow} ON CONFLICT DO NOTHING`,
  )
  const known = (row: CodeRow | undefined) => (row === undefined ? undefined : CODE_ROWS.read(row))

  return {
    any: async () => any.get() !== undefined,

    find: async (appId, kami) => known(find.get(appId, kami)),

    findEverywhere: async (kami) => findEverywhere.all({ kami }).map(CODE_ROWS.read),

    change: async (id, revision, members) => {
      const { ip = null, ip6 = null, left = null, ...first } = members
      const isFirst = Object.keys(first).length > 0
      const { changes } = isFirst
        ? change.run({ ...NO_CHANGE, ...members, id, revision })
        : spend.run(ip, ip6, left, id, revision)
      return changes === 1
    },

    unbind: async (id, revision, { endTime, left, lastUnbind }) =>
      known(unbind.get({ id, revision, endTime, left, lastUnbind })),

    recharge: async (id, revision, accountId, at) => known(recharge.get({ id, revision, accountId, at })),

    countOfAccounts: async (deviceIds) =>
      (ofAccounts.get(JSON.stringify(deviceIds))?.total ?? 0) + ofSeats.countOf(deviceIds),

    permanentsOf: async ({ id: but, appId, accountKey }) => [
      ...permanentsOf.all({ appId, accountKey, but }).map(CODE_ROWS.read),
      ...ofSeats.permanentsOf({ appId, accountKey }, but),
    ],

    voidPermanents: async ({ id: but, appId, accountKey }) => {
      voidPermanents.run({ appId, accountKey, but })
      ofSeats.voidPermanents({ appId, accountKey }, but)
    },

    setEndBeneath: async (code, end) => {
      if (!(await seats.setEndBeneath(code, end))) setEndBeneath.run({ id: code.id, end })
    },

    spendOfAccount: async (appId, accountKey) => {
      spendOfAccount.run({ appId, accountKey })
      const ofSeveral = ofSeats.spend({ appId, accountKey })
      return [...disableOfAccount.all({ appId, accountKey }).map(({ id }) => id), ...ofSeveral]
    },

    releaseOfAccount: async (appId, accountKey) => {
      const ofSeveral = await ofSeats.release({ appId, accountKey })
      return [...releaseOfAccount.all({ appId, accountKey }).map(({ id }) => id), ...ofSeveral]
    },

    followAccount: async (appId, from, to) =>
      followAccount.run({ appId, from, to }).changes + ofSeats.follow({ appId, accountKey: from }, to),

    importOne: async (code) => {
      const { changes, lastInsertRowid } = importOne.run({
        ...CODE_ROWS.bind(code),
        revision: 0,
        recycledAt: null,
      })
      return changes === 1 ? Number(lastInsertRowid) : undefined
    },

    replaceOne: async (id, revision, code) =>
      orm
        .update(codes)
        .set({ ...code, revision: revision + 1 })
        .where(and(eq(codes.id, id), eq(codes.revision, revision)))
        .run().changes === 1,

    insert: async (code) => {
      const { changes, lastInsertRowid } = insert.run(CODE_ROWS.bind(code))
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

    withField: async (scope, field, slice) => codesWithField(connection, scope, field, slice),

    dropField: async (ids, field) => {
      for (const { id, fields } of orm
        .select()
        .from(codes)
        .where(inArray(codes.id, [...ids]))
        .all()) {
        const { [field]: _, ...rest } = fields
        dropField.run({ ...CODE_ROWS.bind({ fields: rest }), id })
      }
    },

    lastId: async () => last.get()?.id ?? 0,

    edit: async (id, revision, members) =>
      edit.run({ ...CODE_ROWS.bind(members), id, revision }).changes === 1,

    purge: async (id, revision) => purge.run({ id, revision }).changes === 1,

    remove: async (id, revision) => remove.run({ id, revision }).changes === 1,
  }
}
