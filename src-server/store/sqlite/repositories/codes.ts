import type Database from 'better-sqlite3'
import { and, eq, inArray } from 'drizzle-orm'
import type { Code } from '../../../domain/code/code.ts'
import type { EditableCode } from '../../../domain/code/edit.ts'
import type {
  AccountMove,
  CodeAt,
  CodeOfAccount,
  CodeRepository,
  NewCode,
  OfAccount,
  UnbindChange,
} from '../../repositories/codes.ts'
import {
  codeTexts,
  EDITED_MEMBERS,
  NEW_MEMBERS,
  NO_CHANGE,
  ONE_ACCOUNT,
  type CodeChangeRow,
} from '../../code-texts.ts'
import type { Row } from '../columns.ts'
import type { Connection } from '../connection.ts'
import { codes } from '../schema/index.ts'
import type { CodeSeatRepository } from '../../repositories/code-seats.ts'
import { seatsOfAccounts } from './code-seats.ts'
import { codesBetween, codesWithField, listCodes } from './code-list.ts'
import { CODE_ROWS, type CodeRow } from './code-rows.ts'
import { inScope } from './scope.ts'

const TEXTS = codeTexts(CODE_ROWS.all)
const AT = 'id = @id AND revision = @revision'

export function createCodeRepository(connection: Connection, seats: CodeSeatRepository): CodeRepository {
  const { raw, orm } = connection
  const ofSeats = seatsOfAccounts(connection, seats)
  const any = raw.prepare(TEXTS.any)
  const find = raw.prepare<[appId: number, kami: string], CodeRow>(TEXTS.find)
  const findEverywhere = raw.prepare<[Pick<Code, 'kami'>], CodeRow>(TEXTS.findEverywhere)
  const change = raw.prepare<[CodeChangeRow]>(TEXTS.change)
  const spend = raw.prepare<
    [ip: string | null, ip6: string | null, left: number | null, id: number, revision: number]
  >(TEXTS.spend)
  const unbind = raw.prepare<[UnbindChange & CodeAt], CodeRow>(TEXTS.unbind)
  const recharge = raw.prepare<[CodeAt & { readonly accountId: number; readonly at: number }], CodeRow>(
    TEXTS.recharge,
  )
  const followAccount = raw.prepare<[AccountMove]>(
    `UPDATE codes SET account_key = @to, ip = CASE markcode WHEN @from THEN '' ELSE ip END,
       ip6 = CASE markcode WHEN @from THEN '' ELSE ip6 END,
       markcode = CASE markcode WHEN @from THEN @to ELSE markcode END, revision = revision + 1
     WHERE app_id = @appId AND account_key = @from AND account_key <> ''`,
  )
  const ofAccounts = raw.prepare<[string], { total: number }>(
    TEXTS.ofAccounts('IN (SELECT value FROM json_each(?))'),
  )
  const spendOf = raw.prepare<[OfAccount]>(TEXTS.spendOf(ONE_ACCOUNT))
  const disableOf = raw.prepare<[OfAccount], CodeOfAccount>(TEXTS.disableOf(ONE_ACCOUNT))
  const permanentsOf = raw.prepare<[OfAccount & { but: number }], CodeRow>(
    TEXTS.permanentsOf(ONE_ACCOUNT, '@but'),
  )
  const voidPermanents = raw.prepare<[OfAccount & { but: number }]>(TEXTS.voidPermanents)
  const setEndBeneath = raw.prepare<[{ readonly id: number; readonly end: number }]>(TEXTS.setEndBeneath)
  const releaseOf = raw.prepare<[OfAccount], CodeOfAccount>(TEXTS.releaseOf(ONE_ACCOUNT))
  const edit = raw.prepare<[Row<EditableCode> & CodeAt]>(
    `UPDATE codes SET ${CODE_ROWS.set(EDITED_MEMBERS)}, revision = revision + 1 WHERE ${AT}`,
  )
  const dropField = raw.prepare<[Row<Pick<Code, 'fields'>> & Pick<Code, 'id'>]>(TEXTS.dropField)
  const purge = raw.prepare<[CodeAt]>(`DELETE FROM codes WHERE ${AT} AND recycled_at IS NOT NULL`)
  const remove = raw.prepare<[CodeAt]>(`DELETE FROM codes WHERE ${AT} AND recycled_at IS NULL`)
  const last = raw.prepare<[], { id: number | null }>(TEXTS.last)
  const insert = raw.prepare<[Row<NewCode>]>(
    `INSERT INTO codes ${CODE_ROWS.values(NEW_MEMBERS)} ON CONFLICT DO NOTHING`,
  )
  const importOne = raw.prepare<[Row<Omit<Code, 'id'>>]>(
    `INSERT INTO codes ${CODE_ROWS.newRow} ON CONFLICT DO NOTHING`,
  )
  const known = (row: CodeRow | undefined) => (row === undefined ? undefined : CODE_ROWS.read(row))
  const addedId = ({ changes, lastInsertRowid }: Database.RunResult) =>
    changes === 1 ? Number(lastInsertRowid) : undefined
  const deleted = (statement: typeof purge, codes: readonly CodeAt[]) =>
    codes.filter(({ id, revision }) => statement.run({ id, revision }).changes === 1).map(({ id }) => id)

  return {
    any: async () => any.get() !== undefined,

    find: async (appId, kami) => known(find.get(appId, kami)),

    findMany: async (appId, kamis) => kamis.flatMap((kami) => known(find.get(appId, kami)) ?? []),

    findHeld: async (appId, kami) => known(find.get(appId, kami)),

    hold: () => Promise.resolve(),

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

    permanentsOf: async (asked) =>
      asked.map(({ id: but, appId, accountKey }) => [
        ...permanentsOf.all({ appId, accountKey, but }).map(CODE_ROWS.read),
        ...ofSeats.permanentsOf({ appId, accountKey }, but),
      ]),

    voidPermanents: async ({ id: but, appId, accountKey }) => {
      voidPermanents.run({ appId, accountKey, but })
      ofSeats.voidPermanents({ appId, accountKey }, but)
    },

    setEndsBeneath: async (ends) => {
      const ofSeats = new Set(await seats.setEndsBeneath(ends))
      for (const { id, end } of ends) if (!ofSeats.has(id)) setEndBeneath.run({ id, end })
    },

    spendOfAccounts: async (accounts) =>
      accounts.flatMap(({ appId, accountKey }) => {
        spendOf.run({ appId, accountKey })
        const ofSeveral = ofSeats.spend({ appId, accountKey })
        return [...disableOf.all({ appId, accountKey }), ...ofSeveral]
      }),

    releaseOfAccounts: async (accounts) => {
      const released: CodeOfAccount[] = []
      for (const { appId, accountKey } of accounts) {
        const ofSeveral = await ofSeats.release({ appId, accountKey })
        released.push(...releaseOf.all({ appId, accountKey }), ...ofSeveral)
      }
      return released
    },

    followAccounts: async (moves) =>
      moves.reduce((sum, move) => sum + followAccount.run(move).changes + ofSeats.follow(move), 0),

    importMany: async (given) =>
      given.map((code) => addedId(importOne.run({ ...CODE_ROWS.bind(code), revision: 0, recycledAt: null }))),

    replaceOne: async (id, revision, code) =>
      orm
        .update(codes)
        .set({ ...code, revision: revision + 1 })
        .where(and(eq(codes.id, id), eq(codes.revision, revision)))
        .run().changes === 1,

    insertMany: async (code, kamis) => {
      const bound = CODE_ROWS.bind(code)
      return kamis.map((kami) => addedId(insert.run({ ...bound, kami })))
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

    edit: async (edits) =>
      edits.filter((code) => edit.run(CODE_ROWS.bind(code)).changes === 1).map(({ id }) => id),

    purge: async (given) => deleted(purge, given),

    remove: async (given) => deleted(remove, given),
  }
}
