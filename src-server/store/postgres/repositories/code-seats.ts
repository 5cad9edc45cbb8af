import { eq } from 'drizzle-orm'
import type { Code } from '../../../domain/code/code.ts'
import { seatView, type CodeSeat, type SeatState } from '../../../domain/code/seats.ts'
import { PERMANENT_VIP } from '../../../contract/limits.ts'
import { SEAT_TEXTS, SEATS_OF_ACCOUNT_TEXTS as TEXTS } from '../../code-texts.ts'
import { membersOf } from '../../members-of.ts'
import { askedRows, type Numbered } from '../gathering.ts'
import type { CodeSeatRepository } from '../../repositories/code-seats.ts'
import type { AccountMove, CodeOfAccount, OfAccount } from '../../repositories/codes.ts'
import { amongIds } from '../any-of.ts'
import { columnsFor } from '../columns.ts'
import type { Connection } from '../connection.ts'
import { codes, codeSeats } from '../schema/index.ts'

const SEAT_ROWS = columnsFor<CodeSeat>(codeSeats)
const STATE = membersOf<SeatState>({
  accountKey: true,
  ip: true,
  ip6: true,
  useTime: true,
  endTime: true,
  gaveSeconds: true,
  recordEndBefore: true,
  spent: true,
  takenSeconds: true,
})

export function createCodeSeatRepository({ prepare, orm }: Connection): CodeSeatRepository {
  const spendCode = prepare<[{ id: number; revision: number; useTime: number | null; left: number | null }]>(
    SEAT_TEXTS.spendCode,
  )
  const touch = prepare<[readonly number[]]>(SEAT_TEXTS.touch('= ANY(?::bigint[])'))
  const unbind = prepare<[number]>(SEAT_TEXTS.unbind)
  const count = prepare<[readonly number[]], { id: number; used: number }>(
    SEAT_TEXTS.count('= ANY(?::bigint[])'),
  )
  const serves = prepare<[{ kami: string } & OfAccount]>(SEAT_TEXTS.serves)
  const put = prepare<[string]>(`INSERT INTO code_seats ${SEAT_ROWS.valuesOfMany()}`)
  const beneath = prepare<[readonly number[], readonly string[], readonly number[]], { id: number }>(
    `UPDATE code_seats SET record_end_before = ends
     FROM unnest(?::bigint[], ?::text[], ?::bigint[]) AS beneath (code, account, ends)
     WHERE code_id = code AND account_key = account RETURNING code AS id`,
  )
  const remove = prepare<[readonly number[]]>('DELETE FROM code_seats WHERE id = ANY(?::bigint[])')
  const edit = prepare<[string]>(
    `WITH edited AS (
       UPDATE code_seats SET ${SEAT_ROWS.setOfMany(STATE)} FROM ${SEAT_ROWS.many}
       WHERE code_seats.id = many.id RETURNING code_seats.code_id)
     UPDATE codes SET revision = revision + 1 WHERE id IN (SELECT code_id FROM edited)`,
  )
  // The end of a full code is that of its last seat, or else `endOfFree` (domain/code/seats.ts).
  const settle = prepare<[readonly number[], readonly boolean[]]>(
    `UPDATE codes SET end_time = CASE WHEN seen.used >= seats THEN seen.last WHEN seconds > 0 THEN NULL ELSE end_time END
     FROM (SELECT code, bool_or(was_full) AS was_full, count(DISTINCT s.id) AS used,
         CASE WHEN bool_or(s.end_time IS NULL) THEN NULL ELSE max(s.end_time) END AS last
       FROM unnest(?::bigint[], ?::boolean[]) AS settled (code, was_full) LEFT JOIN code_seats s ON s.code_id = code
       GROUP BY code) AS seen
     WHERE codes.id = seen.code AND seats > 1 AND (seen.used >= seats OR seen.was_full)`,
  )
  const settleAll: CodeSeatRepository['settle'] = async (settled) => {
    await settle.run(
      settled.map(({ codeId }) => codeId),
      settled.map(({ wasFull }) => wasFull),
    )
  }

  const ofCodes = async (ids: readonly number[]): Promise<CodeSeat[]> =>
    orm.select().from(codeSeats).where(amongIds(codeSeats.codeId, ids)).orderBy(codeSeats.id)
  const find = async (codeId: number, accountKey: string) =>
    (await ofCodes([codeId]))
      .filter((seat) => seat.accountKey === accountKey)
      .sort((a, b) => Number(a.spent) - Number(b.spent))[0]
  return {
    ofCodes,
    find,
    countUsed: async (ids) => new Map((await count.all(ids)).map(({ id, used }) => [id, used])),
    change: async ({ id, appId, revision, endTime }, accountKey, change) => {
      const { left = null, useTime = null, markcode: _, accountKey: __, ...rest } = change
      if ((await spendCode.run({ id, revision, left, useTime })).changes === 0) return false
      const members = { ...rest, ...(useTime !== null && { useTime }) }
      const seat = await find(id, accountKey)
      if (seat === undefined) {
        // A code with an exact end has it before its first use.
        await orm.insert(codeSeats).values({ endTime, ...members, codeId: id, appId, accountKey })
        // The code leaves the machine that it was bound to.
        await unbind.run(id)
      } else if (Object.keys(members).length > 0)
        await orm.update(codeSeats).set(members).where(eq(codeSeats.id, seat.id))
      await settleAll([{ codeId: id, wasFull: false }])
      return true
    },
    put: async (seats) => {
      await put.run(SEAT_ROWS.rows(seats))
    },
    remove: async (ids) => {
      await remove.run(ids)
    },
    edit: async (seats) => {
      await edit.run(SEAT_ROWS.rows(seats))
    },
    settle: settleAll,
    serves: async (appId, kami, accountKey) => (await serves.get({ appId, kami, accountKey })) !== undefined,
    setEndsBeneath: async (ends) => {
      const set = await beneath.all(
        ends.map(({ id }) => id),
        ends.map(({ accountKey }) => accountKey),
        ends.map(({ end }) => end),
      )
      const ids = set.map(({ id }) => id)
      if (ids.length > 0) await touch.run(ids)
      return ids
    },
  }
}

export type AccountLists = [apps: readonly number[], keys: readonly string[]]

/** Trading accounts as two parameters. */
export function accountLists(accounts: readonly OfAccount[]): AccountLists {
  return [accounts.map(({ appId }) => appId), accounts.map(({ accountKey }) => accountKey)]
}

const THEIRS = 'unnest(?::bigint[], ?::text[]) AS theirs (app, account)'
const IS_THEIRS = 's.app_id = app AND s.account_key = account'
const PERMANENT = `s.gave_seconds >= ${PERMANENT_VIP} AND s.taken_seconds IS NULL AND NOT s.spent`

/** The acts on all codes of trading accounts, as far as they concern codes with several seats. */
export function seatsOfAccounts({ prepare, orm }: Connection, seats: Pick<CodeSeatRepository, 'settle'>) {
  const touch = prepare<AccountLists>(
    `UPDATE codes SET revision = revision + 1
     WHERE id IN (SELECT s.code_id FROM code_seats s JOIN ${THEIRS} ON ${IS_THEIRS})`,
  )
  const spend = prepare<AccountLists, CodeOfAccount>(
    `UPDATE code_seats s SET spent = true FROM ${THEIRS}
     WHERE ${IS_THEIRS} AND s.gave_seconds IS NOT NULL AND NOT s.spent
     RETURNING s.code_id AS id, app AS "appId", account AS "accountKey"`,
  )
  const free = prepare<AccountLists, CodeOfAccount & { readonly used: number; readonly seats: number }>(
    `SELECT s.code_id AS id, app AS "appId", account AS "accountKey", c.seats,
       (SELECT count(*) FROM code_seats o WHERE o.code_id = s.code_id) AS used
     FROM ${THEIRS} JOIN code_seats s ON ${IS_THEIRS} JOIN codes c ON c.id = s.code_id`,
  )
  const remove = prepare<AccountLists>(`DELETE FROM code_seats s USING ${THEIRS} WHERE ${IS_THEIRS}`)
  const unuse = prepare<[readonly number[]]>(TEXTS.unuse('= ANY(?::bigint[])'))
  const follow = prepare<[readonly number[], readonly string[], readonly string[]], { moved: number }>(
    `WITH moved AS (
       UPDATE code_seats SET account_key = new_key, ip = '', ip6 = ''
       FROM unnest(?::bigint[], ?::text[], ?::text[]) AS moves (app, old_key, new_key)
       WHERE app_id = app AND account_key = old_key RETURNING code_id), touched AS (
       UPDATE codes SET revision = revision + 1 WHERE id IN (SELECT code_id FROM moved))
     SELECT count(*) AS moved FROM moved`,
  )
  const touchOne = prepare<[OfAccount]>(TEXTS.touch)
  const voidGifts = prepare<[OfAccount & { but: number }]>(TEXTS.voidGifts)
  const permanents = prepare<[readonly number[], ...AccountLists], CodeSeat & Numbered>(
    `SELECT n, seat.* FROM ${askedRows({ but: 'bigint', app: 'bigint', account: 'text' })} CROSS JOIN LATERAL (
       SELECT ${SEAT_ROWS.all} FROM code_seats s WHERE ${IS_THEIRS} AND s.code_id <> but AND ${PERMANENT} ORDER BY s.id
     ) seat`,
  )
  const countOf = prepare<[readonly number[]], { total: number }>(TEXTS.countOf('= ANY(?::bigint[])'))
  return {
    countOf: async (deviceIds: readonly number[]) => (await countOf.get(deviceIds))?.total ?? 0,
    permanentsOf: async (asked: readonly CodeOfAccount[]): Promise<Code[][]> => {
      const found = await permanents.all(
        asked.map(({ id }) => id),
        ...accountLists(asked),
      )
      const views = asked.map((): Code[] => [])
      if (found.length === 0) return views
      const ids = found.map(({ codeId }) => codeId)
      const rows = await orm.select().from(codes).where(amongIds(codes.id, ids))
      const codeOf = new Map(rows.map((code) => [code.id, code]))
      for (const { n, ...seat } of found) {
        const code = codeOf.get(seat.codeId)
        if (code !== undefined) views[n - 1]?.push(seatView(code, seat))
      }
      return views
    },
    voidPermanents: async (of: OfAccount, but: number) => {
      await touchOne.run(of)
      await voidGifts.run({ ...of, but })
    },
    /** @returns the codes of seats that were not spent */
    spend: async (accounts: readonly OfAccount[]): Promise<CodeOfAccount[]> => {
      await touch.run(...accountLists(accounts))
      return spend.all(...accountLists(accounts))
    },
    /** @returns the codes of the freed seats */
    release: async (accounts: readonly OfAccount[]): Promise<CodeOfAccount[]> => {
      const lists = accountLists(accounts)
      const freed = await free.all(...lists)
      if (freed.length === 0) return []
      await touch.run(...lists)
      await remove.run(...lists)
      await unuse.run(freed.map(({ id }) => id))
      await seats.settle(freed.map(({ id, used, seats: most }) => ({ codeId: id, wasFull: used >= most })))
      return freed.map(({ id, appId, accountKey }) => ({ id, appId, accountKey }))
    },
    /** @returns the number of seats */
    follow: async (moves: readonly AccountMove[]): Promise<number> => {
      const moved = await follow.get(
        moves.map(({ appId }) => appId),
        moves.map(({ from }) => from),
        moves.map(({ to }) => to),
      )
      return moved?.moved ?? 0
    },
  }
}
