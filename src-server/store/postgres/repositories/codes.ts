import { and, eq } from 'drizzle-orm'
import type { Code } from '../../../domain/code/code.ts'
import { codeTexts, EDITED_MEMBERS, NEW_MEMBERS, NO_CHANGE, type CodeChangeRow } from '../../code-texts.ts'
import { askedRows, byQuestion, columnsOf, type Columns, type Numbered } from '../gathering.ts'
import type { CodeSeatRepository } from '../../repositories/code-seats.ts'
import type {
  CodeAt,
  CodeOfAccount,
  CodeRepository,
  OfAccount,
  UnbindChange,
} from '../../repositories/codes.ts'
import { amongIds } from '../any-of.ts'
import type { Row } from '../columns.ts'
import { changedBy, firstOf, type Connection } from '../connection.ts'
import { storedText } from '../stored-text.ts'
import { codes } from '../schema/index.ts'
import { codesBetween, codesWithField, listCodes } from './code-list.ts'
import { CODE_ROWS, type CodeRow } from './code-rows.ts'
import { accountLists, seatsOfAccounts, type AccountLists } from './code-seats.ts'
import { inScope } from './scope.ts'

const TEXTS = codeTexts(CODE_ROWS.all)
/** `find` and `spend` for many: logins come together. */
const FIND_MANY = (
  lock: string,
) => `SELECT asked.n, code.* FROM ${askedRows({ app_id: 'bigint', kami: 'text' })}
  CROSS JOIN LATERAL (SELECT ${CODE_ROWS.all} FROM codes WHERE app_id = asked.app_id AND kami = asked.kami ${lock}) code`
const SPEND_MANY = `UPDATE codes SET ip = coalesce(asked.ip, codes.ip), ip6 = coalesce(asked.ip6, codes.ip6),
    "left" = coalesce(asked."left", codes."left"), revision = codes.revision + 1
  FROM ${askedRows({ ip: 'text', ip6: 'text', left: 'bigint', id: 'bigint', revision: 'bigint' })}
  WHERE codes.id = asked.id AND codes.revision = asked.revision RETURNING asked.n`
/** Rows that refer to the code may still be added. */
const HELD = 'FOR NO KEY UPDATE'
/** Accounts in two lists, of applications and of keys. */
const ACCOUNTS = {
  from: 'FROM unnest(?::bigint[], ?::text[]) AS theirs (app, account)',
  isTheirs: 'app_id = app AND account_key = account',
  key: 'account',
}
/** `permanentsOf` for many. */
const PERMANENTS = `SELECT asked.n, code.* FROM ${askedRows({ but: 'bigint', app: 'bigint', account: 'text' })}
  CROSS JOIN LATERAL (${TEXTS.permanentsOf(ACCOUNTS, 'but')}) code`
/** Deletes those codes of two lists, ids and revisions, that are still at their revision. */
const DELETE = `DELETE FROM codes USING unnest(?::bigint[], ?::bigint[]) AS at (code, seen)
  WHERE id = code AND revision = seen`

type OfCode = [appId: number, kami: string]
type Spending = [ip: string | null, ip6: string | null, left: number | null, id: number, revision: number]

async function isDone(done: Promise<{ readonly changes: number }>): Promise<boolean> {
  return (await done).changes === 1
}

export function createCodeRepository(connection: Connection, seats: CodeSeatRepository): CodeRepository {
  const { prepare, orm, gather } = connection
  const ofSeats = seatsOfAccounts(connection, seats)
  const any = prepare<[]>(TEXTS.any)
  const finder = (lock = '') => {
    const one = prepare<OfCode, CodeRow>(`${TEXTS.find} ${lock}`)
    const many = prepare<Columns<OfCode>, CodeRow & Numbered>(FIND_MANY(lock))
    return gather<OfCode, CodeRow | undefined>({
      one: (code) => one.get(...code),
      many: async (all) => byQuestion(all, await many.all(...columnsOf(all))),
    })
  }
  const find = finder()
  const findHeld = finder(HELD)
  // In the order of ids, so that units which hold the same codes wait for each other only in turn.
  const hold = prepare<[readonly number[]]>(
    `SELECT 1 FROM codes WHERE id = ANY(?::bigint[]) ORDER BY id ${HELD}`,
  )
  const findEverywhere = prepare<[Pick<Code, 'kami'>], CodeRow>(TEXTS.findEverywhere)
  const change = prepare<[CodeChangeRow]>(TEXTS.change)
  const spend = prepare<Spending>(TEXTS.spend)
  const spendMany = prepare<Columns<Spending>, Numbered>(SPEND_MANY)
  const spent = gather<Spending, boolean>({
    one: (spending) => isDone(spend.run(...spending)),
    many: async (all) =>
      byQuestion(all, await spendMany.all(...columnsOf(all))).map((row) => row !== undefined),
    keyOf: ([, , , id]) => id,
  })
  const unbind = prepare<[UnbindChange & CodeAt], CodeRow>(TEXTS.unbind)
  const recharge = prepare<[CodeAt & { readonly accountId: number; readonly at: number }], CodeRow>(
    TEXTS.recharge,
  )
  const followAccounts = prepare<[readonly number[], readonly string[], readonly string[]]>(
    `UPDATE codes SET account_key = new_key, ip = CASE markcode WHEN old_key THEN '' ELSE ip END,
       ip6 = CASE markcode WHEN old_key THEN '' ELSE ip6 END,
       markcode = CASE markcode WHEN old_key THEN new_key ELSE markcode END, revision = revision + 1
     FROM unnest(?::bigint[], ?::text[], ?::text[]) AS moves (app, old_key, new_key)
     WHERE app_id = app AND account_key = old_key AND account_key <> ''`,
  )
  const ofAccounts = prepare<[readonly number[]], { total: number }>(TEXTS.ofAccounts('= ANY(?::bigint[])'))
  const spendOf = prepare<AccountLists>(TEXTS.spendOf(ACCOUNTS))
  const disableOf = prepare<AccountLists, CodeOfAccount>(TEXTS.disableOf(ACCOUNTS))
  const permanentsOf = prepare<[readonly number[], ...AccountLists], CodeRow & Numbered>(PERMANENTS)
  const voidPermanents = prepare<[OfAccount & { but: number }]>(TEXTS.voidPermanents)
  const setEndsBeneath = prepare<[readonly number[], readonly number[]]>(
    `UPDATE codes SET record_end_before = ends, revision = revision + 1
     FROM unnest(?::bigint[], ?::bigint[]) AS beneath (code, ends) WHERE id = code`,
  )
  const releaseOf = prepare<AccountLists, CodeOfAccount>(TEXTS.releaseOf(ACCOUNTS))
  const edit = prepare<[string], { id: number }>(
    `UPDATE codes SET ${CODE_ROWS.setOfMany(EDITED_MEMBERS)}, revision = codes.revision + 1 FROM ${CODE_ROWS.many}
     WHERE codes.id = many.id AND codes.revision = many.revision RETURNING codes.id`,
  )
  const dropField = prepare<[Row<Pick<Code, 'fields'>> & Pick<Code, 'id'>]>(TEXTS.dropField)
  const purge = prepare<[readonly number[], readonly number[]], { id: number }>(
    `${DELETE} AND recycled_at IS NOT NULL RETURNING id`,
  )
  const remove = prepare<[readonly number[], readonly number[]], { id: number }>(
    `${DELETE} AND recycled_at IS NULL RETURNING id`,
  )
  const last = prepare<[], { id: number | null }>(TEXTS.last)
  const insertMany = prepare<[string], AddedCode>(
    `INSERT INTO codes ${CODE_ROWS.valuesOfMany(NEW_MEMBERS)} ON CONFLICT DO NOTHING RETURNING id, app_id AS "appId", kami`,
  )
  const importMany = prepare<[string], AddedCode>(
    `INSERT INTO codes ${CODE_ROWS.valuesOfMany()} ON CONFLICT DO NOTHING RETURNING id, app_id AS "appId", kami`,
  )
  const findMany = prepare<[number, readonly string[]], CodeRow>(
    `SELECT ${CODE_ROWS.all} FROM codes WHERE app_id = ? AND kami = ANY(?::text[])`,
  )
  const known = (row: CodeRow | undefined) => (row === undefined ? undefined : CODE_ROWS.read(row))
  const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

  return {
    any: async () => (await any.get()) !== undefined,

    find: async (appId, kami) => known(await find([appId, kami])),

    findMany: async (appId, kamis) => (await findMany.all(appId, kamis)).map(CODE_ROWS.read),

    findHeld: async (appId, kami) => known(await findHeld([appId, kami])),

    hold: async (ids) => {
      await hold.run(ids)
    },

    findEverywhere: async (kami) => (await findEverywhere.all({ kami })).map(CODE_ROWS.read),

    change: (id, revision, members) => {
      const { ip = null, ip6 = null, left = null, ...first } = members
      const isFirst = Object.keys(first).length > 0
      return isFirst
        ? isDone(change.run({ ...NO_CHANGE, ...members, id, revision }))
        : spent([ip, ip6, left, id, revision])
    },

    unbind: async (id, revision, { endTime, left, lastUnbind }) =>
      known(await unbind.get({ id, revision, endTime, left, lastUnbind })),

    recharge: async (id, revision, accountId, at) =>
      known(await recharge.get({ id, revision, accountId, at })),

    countOfAccounts: async (deviceIds) => {
      const ofOne = await ofAccounts.get(deviceIds)
      return (ofOne?.total ?? 0) + (await ofSeats.countOf(deviceIds))
    },

    permanentsOf: async (asked) => {
      const ids = asked.map(({ id }) => id)
      const ofOne = Map.groupBy(await permanentsOf.all(ids, ...accountLists(asked)), ({ n }) => n)
      const ofSeveral = await ofSeats.permanentsOf(asked)
      return asked.map((_, at) => [
        ...(ofOne.get(at + 1) ?? []).map(({ n: __, ...row }) => CODE_ROWS.read(row)),
        ...(ofSeveral[at] ?? []),
      ])
    },

    voidPermanents: async ({ id: but, appId, accountKey }) => {
      await voidPermanents.run({ appId, accountKey, but })
      await ofSeats.voidPermanents({ appId, accountKey }, but)
    },

    setEndsBeneath: async (ends) => {
      const ofSeats = new Set(await seats.setEndsBeneath(ends))
      const own = ends.filter(({ id }) => !ofSeats.has(id))
      if (own.length === 0) return
      await setEndsBeneath.run(
        idsOf(own),
        own.map(({ end }) => end),
      )
    },

    spendOfAccounts: async (accounts) => {
      const lists = accountLists(accounts)
      await spendOf.run(...lists)
      const ofSeveral = await ofSeats.spend(accounts)
      return [...(await disableOf.all(...lists)), ...ofSeveral]
    },

    releaseOfAccounts: async (accounts) => {
      const ofSeveral = await ofSeats.release(accounts)
      return [...(await releaseOf.all(...accountLists(accounts))), ...ofSeveral]
    },

    followAccounts: async (moves) => {
      const { changes } = await followAccounts.run(
        moves.map(({ appId }) => appId),
        moves.map(({ from }) => from),
        moves.map(({ to }) => to),
      )
      return changes + (await ofSeats.follow(moves))
    },

    importMany: async (given) => {
      const rows = given.map((code) => ({ ...code, revision: 0, recycledAt: null }))
      return idsInOrder(given, await importMany.all(CODE_ROWS.rows(rows)))
    },

    replaceOne: async (id, revision, code) =>
      (await changedBy(
        orm
          .update(codes)
          .set({ ...code, revision: revision + 1 })
          .where(and(eq(codes.id, id), eq(codes.revision, revision))),
      )) === 1,

    insertMany: async (code, kamis) => {
      const rows = kamis.map((kami) => ({ ...code, kami }))
      return idsInOrder(rows, await insertMany.all(CODE_ROWS.rows(rows)))
    },

    list: (scope, filter, query, now) => listCodes(connection, scope, filter, query, now),

    get: (scope, id) =>
      firstOf(
        orm
          .select()
          .from(codes)
          .where(and(eq(codes.id, id), inScope(connection, scope, codes))),
      ),

    byIds: async (scope, ids) =>
      orm
        .select()
        .from(codes)
        .where(and(amongIds(codes.id, ids), inScope(connection, scope, codes)))
        .orderBy(codes.id),

    between: (scope, selection, now, slice) => codesBetween(connection, scope, selection, now, slice),

    withField: (scope, field, slice) => codesWithField(connection, scope, field, slice),

    dropField: async (ids, field) => {
      for (const { id, fields } of await orm.select().from(codes).where(amongIds(codes.id, ids))) {
        const { [field]: _, ...rest } = fields
        await dropField.run({ ...CODE_ROWS.bind({ fields: rest }), id })
      }
    },

    lastId: async () => (await last.get())?.id ?? 0,

    edit: async (edits) => idsOf(await edit.all(CODE_ROWS.rows(edits))),

    purge: async (given) => idsOf(await purge.all(...listsOf(given))),

    remove: async (given) => idsOf(await remove.all(...listsOf(given))),
  }
}

const listsOf = (codes: readonly CodeAt[]) =>
  [codes.map(({ id }) => id), codes.map(({ revision }) => revision)] as const

type AddedCode = Pick<Code, 'id' | 'appId' | 'kami'>

/** The ids of added codes in the order of the codes. Of two with one text, the first one was added. */
function idsInOrder(
  codes: readonly Omit<AddedCode, 'id'>[],
  added: readonly AddedCode[],
): (number | undefined)[] {
  const ids = new Map(added.map(({ id, appId, kami }) => [`${appId} ${kami}`, id]))
  return codes.map(({ appId, kami }) => {
    const key = `${appId} ${storedText(kami)}`
    const id = ids.get(key)
    ids.delete(key)
    return id
  })
}
