import { eq } from 'drizzle-orm'
import type { Code } from '../../../domain/code/code.ts'
import { endOfFree, seatView, type CodeSeat } from '../../../domain/code/seats.ts'
import { SEAT_TEXTS, SEATS_OF_ACCOUNT_TEXTS as TEXTS, type OfAccount } from '../../code-texts.ts'
import type { CodeSeatRepository } from '../../repositories/code-seats.ts'
import type { AccountMove } from '../../repositories/codes.ts'
import { amongIds } from '../any-of.ts'
import { columnsFor } from '../columns.ts'
import { firstOf, type Connection } from '../connection.ts'
import { codes, codeSeats } from '../schema/index.ts'

const SEAT_ROWS = columnsFor<CodeSeat>(codeSeats)

export function createCodeSeatRepository({ prepare, orm }: Connection): CodeSeatRepository {
  const spendCode = prepare<[{ id: number; revision: number; useTime: number | null; left: number | null }]>(
    SEAT_TEXTS.spendCode,
  )
  const touch = prepare<[number]>(SEAT_TEXTS.touch)
  const unbind = prepare<[number]>(SEAT_TEXTS.unbind)
  const count = prepare<[readonly number[]], { id: number; used: number }>(
    SEAT_TEXTS.count('= ANY(?::bigint[])'),
  )
  const serves = prepare<[{ kami: string } & OfAccount]>(SEAT_TEXTS.serves)
  const put = prepare<[string]>(`INSERT INTO code_seats ${SEAT_ROWS.valuesOfMany()}`)
  const beneath = prepare<[{ id: number; accountKey: string; end: number }]>(SEAT_TEXTS.beneath)

  const ofCodes = async (ids: readonly number[]): Promise<CodeSeat[]> =>
    orm.select().from(codeSeats).where(amongIds(codeSeats.codeId, ids)).orderBy(codeSeats.id)
  const find = async (codeId: number, accountKey: string) =>
    (await ofCodes([codeId]))
      .filter((seat) => seat.accountKey === accountKey)
      .sort((a, b) => Number(a.spent) - Number(b.spent))[0]
  const edit: CodeSeatRepository['edit'] = async (id, members) => {
    if (Object.keys(members).length === 0) return
    const seat = await firstOf(orm.update(codeSeats).set(members).where(eq(codeSeats.id, id)).returning())
    if (seat !== undefined) await touch.run(seat.codeId)
  }
  const settle: CodeSeatRepository['settle'] = async (codeId, wasFull) => {
    const code = await firstOf(orm.select().from(codes).where(eq(codes.id, codeId)))
    if (code === undefined || code.seats === 1) return
    const ends = (await ofCodes([codeId])).map(({ endTime }) => endTime)
    const isFull = ends.length >= code.seats
    if (!isFull && !wasFull) return
    const last = ends.includes(null) ? null : Math.max(...ends.map((end) => end ?? 0))
    const endTime = isFull ? last : endOfFree(code)
    await orm.update(codes).set({ endTime }).where(eq(codes.id, codeId))
  }
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
      await settle(id, false)
      return true
    },
    put: async (seats) => {
      await put.run(SEAT_ROWS.rows(seats))
    },
    remove: async (id) => {
      await orm.delete(codeSeats).where(eq(codeSeats.id, id))
    },
    edit,
    settle,
    serves: async (appId, kami, accountKey) => (await serves.get({ appId, kami, accountKey })) !== undefined,
    setEndBeneath: async ({ id, accountKey }, end) => {
      const { changes } = await beneath.run({ id, accountKey, end })
      if (changes > 0) await touch.run(id)
      return changes > 0
    },
  }
}

/** The acts on all codes of a trading account, as far as they concern codes with several seats. */
export function seatsOfAccounts({ prepare, orm }: Connection, seats: Pick<CodeSeatRepository, 'settle'>) {
  const touch = prepare<[OfAccount]>(TEXTS.touch)
  const spend = prepare<[OfAccount], { id: number }>(TEXTS.spend)
  const free = prepare<[OfAccount], { id: number; used: number; seats: number }>(TEXTS.free)
  const remove = prepare<[OfAccount]>(TEXTS.remove)
  const unuse = prepare<[number]>(TEXTS.unuse)
  const follow = prepare<[readonly number[], readonly string[], readonly string[]], { moved: number }>(
    `WITH moved AS (
       UPDATE code_seats SET account_key = new_key, ip = '', ip6 = ''
       FROM unnest(?::bigint[], ?::text[], ?::text[]) AS moves (app, old_key, new_key)
       WHERE app_id = app AND account_key = old_key RETURNING code_id), touched AS (
       UPDATE codes SET revision = revision + 1 WHERE id IN (SELECT code_id FROM moved))
     SELECT count(*) AS moved FROM moved`,
  )
  const voidGifts = prepare<[OfAccount & { but: number }]>(TEXTS.voidGifts)
  const permanents = prepare<[OfAccount & { but: number }], { id: number; code: number }>(TEXTS.permanents)
  const countOf = prepare<[readonly number[]], { total: number }>(TEXTS.countOf('= ANY(?::bigint[])'))
  const viewOf = async (seatId: number, codeId: number): Promise<Code[]> => {
    const code = await firstOf(orm.select().from(codes).where(eq(codes.id, codeId)))
    const seat = await firstOf(orm.select().from(codeSeats).where(eq(codeSeats.id, seatId)))
    return code === undefined || seat === undefined ? [] : [seatView(code, seat)]
  }
  return {
    countOf: async (deviceIds: readonly number[]) => (await countOf.get(deviceIds))?.total ?? 0,
    permanentsOf: async (of: OfAccount, but: number): Promise<Code[]> => {
      const views: Code[] = []
      for (const { id, code } of await permanents.all({ ...of, but })) views.push(...(await viewOf(id, code)))
      return views
    },
    voidPermanents: async (of: OfAccount, but: number) => {
      await touch.run(of)
      await voidGifts.run({ ...of, but })
    },
    /** @returns the codes of seats that were not spent */
    spend: async (of: OfAccount): Promise<number[]> => {
      await touch.run(of)
      return (await spend.all(of)).map(({ id }) => id)
    },
    /** @returns the codes of the freed seats */
    release: async (of: OfAccount): Promise<number[]> => {
      await touch.run(of)
      const freed = await free.all(of)
      await remove.run(of)
      for (const { id, used, seats: most } of freed) {
        await unuse.run(id)
        await seats.settle(id, used >= most)
      }
      return freed.map(({ id }) => id)
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
