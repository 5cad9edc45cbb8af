import { eq, inArray } from 'drizzle-orm'
import type { Code } from '../../../domain/code/code.ts'
import { endOfFree, seatView, type CodeSeat, type SeatState } from '../../../domain/code/seats.ts'
import { SEAT_TEXTS, SEATS_OF_ACCOUNT_TEXTS as TEXTS } from '../../code-texts.ts'
import type { CodeSeatRepository, SettledCode } from '../../repositories/code-seats.ts'
import type { AccountMove, CodeOfAccount, OfAccount } from '../../repositories/codes.ts'
import type { Connection } from '../connection.ts'
import { codes, codeSeats } from '../schema/index.ts'

export function createCodeSeatRepository({ raw, orm }: Connection): CodeSeatRepository {
  const spendCode = raw.prepare<
    [{ id: number; revision: number; useTime: number | null; left: number | null }]
  >(SEAT_TEXTS.spendCode)
  const touch = raw.prepare<[number]>(SEAT_TEXTS.touch('= ?'))
  const unbind = raw.prepare<[number]>(SEAT_TEXTS.unbind)
  const count = raw.prepare<[string], { id: number; used: number }>(
    SEAT_TEXTS.count('IN (SELECT value FROM json_each(?))'),
  )
  const serves = raw.prepare<[{ kami: string } & OfAccount]>(SEAT_TEXTS.serves)
  const beneath = raw.prepare<[{ id: number; accountKey: string; end: number }]>(SEAT_TEXTS.beneath)
  const find = (codeId: number, accountKey: string) =>
    ofCodes([codeId])
      .filter((seat) => seat.accountKey === accountKey)
      .sort((a, b) => Number(a.spent) - Number(b.spent))[0]
  const ofCodes = (ids: readonly number[]): CodeSeat[] =>
    orm
      .select()
      .from(codeSeats)
      .where(inArray(codeSeats.codeId, [...ids]))
      .orderBy(codeSeats.id)
      .all()
  const edit = ({ id, ...state }: SeatState & Pick<CodeSeat, 'id'>) => {
    const [seat] = orm.update(codeSeats).set(state).where(eq(codeSeats.id, id)).returning().all()
    if (seat !== undefined) touch.run(seat.codeId)
  }
  const settle = ({ codeId, wasFull }: SettledCode) => {
    const code = orm.select().from(codes).where(eq(codes.id, codeId)).get()
    if (code === undefined || code.seats === 1) return
    const ends = ofCodes([codeId]).map(({ endTime }) => endTime)
    const isFull = ends.length >= code.seats
    if (!isFull && !wasFull) return
    const last = ends.includes(null) ? null : Math.max(...ends.map((end) => end ?? 0))
    const endTime = isFull ? last : endOfFree(code)
    orm.update(codes).set({ endTime }).where(eq(codes.id, codeId)).run()
  }
  return {
    ofCodes: async (ids) => ofCodes(ids),
    find: async (codeId, accountKey) => find(codeId, accountKey),
    countUsed: async (ids) => new Map(count.all(JSON.stringify(ids)).map(({ id, used }) => [id, used])),
    change: async ({ id, appId, revision, endTime }, accountKey, change) => {
      const { left = null, useTime = null, markcode: _, accountKey: __, ...rest } = change
      if (spendCode.run({ id, revision, left, useTime }).changes === 0) return false
      const members = { ...rest, ...(useTime !== null && { useTime }) }
      const seat = find(id, accountKey)
      if (seat === undefined) {
        orm
          .insert(codeSeats)
          // A code with an exact end has it before its first use.
          .values({ endTime, ...members, codeId: id, appId, accountKey })
          .run()
        // The code leaves the machine that it was bound to.
        unbind.run(id)
      } else if (Object.keys(members).length > 0)
        orm.update(codeSeats).set(members).where(eq(codeSeats.id, seat.id)).run()
      settle({ codeId: id, wasFull: false })
      return true
    },
    put: async (seats) => {
      for (const seat of seats) orm.insert(codeSeats).values(seat).run()
    },
    remove: async (ids) => {
      orm
        .delete(codeSeats)
        .where(inArray(codeSeats.id, [...ids]))
        .run()
    },
    edit: async (seats) => {
      for (const seat of seats) edit(seat)
    },
    settle: async (settled) => {
      for (const code of settled) settle(code)
    },
    serves: async (appId, kami, accountKey) => serves.get({ appId, kami, accountKey }) !== undefined,
    setEndsBeneath: async (ends) =>
      ends.flatMap(({ id, accountKey, end }) => {
        if (beneath.run({ id, accountKey, end }).changes === 0) return []
        touch.run(id)
        return [id]
      }),
  }
}

/** The acts on all codes of a trading account, as far as they concern codes with several seats. */
export function seatsOfAccounts({ raw, orm }: Connection, seats: Pick<CodeSeatRepository, 'settle'>) {
  const touch = raw.prepare<[OfAccount]>(TEXTS.touch)
  const spend = raw.prepare<[OfAccount], CodeOfAccount>(TEXTS.spend)
  const free = raw.prepare<[OfAccount], CodeOfAccount & { used: number; seats: number }>(TEXTS.free)
  const remove = raw.prepare<[OfAccount]>(TEXTS.remove)
  const unuse = raw.prepare<[number]>(TEXTS.unuse('= ?'))
  const follow = raw.prepare<[AccountMove]>(
    `UPDATE code_seats SET account_key = @to, ip = '', ip6 = '' WHERE app_id = @appId AND account_key = @from`,
  )
  const voidGifts = raw.prepare<[OfAccount & { but: number }]>(TEXTS.voidGifts)
  const permanents = raw.prepare<[OfAccount & { but: number }], { id: number; code: number }>(
    TEXTS.permanents,
  )
  const countOf = raw.prepare<[string], { total: number }>(
    TEXTS.countOf('IN (SELECT value FROM json_each(?))'),
  )
  return {
    countOf: (deviceIds: readonly number[]) => countOf.get(JSON.stringify(deviceIds))?.total ?? 0,
    permanentsOf: (of: OfAccount, but: number): Code[] =>
      permanents.all({ ...of, but }).flatMap(({ id, code: codeId }) => {
        const code = orm.select().from(codes).where(eq(codes.id, codeId)).get()
        const seat = orm.select().from(codeSeats).where(eq(codeSeats.id, id)).get()
        return code === undefined || seat === undefined ? [] : [seatView(code, seat)]
      }),
    voidPermanents: (of: OfAccount, but: number) => {
      touch.run(of)
      voidGifts.run({ ...of, but })
    },
    /** @returns the codes of seats that were not spent */
    spend: (of: OfAccount): CodeOfAccount[] => {
      touch.run(of)
      return spend.all(of)
    },
    /** @returns the codes of the freed seats */
    release: async (of: OfAccount): Promise<CodeOfAccount[]> => {
      const freed = free.all(of)
      if (freed.length === 0) return []
      touch.run(of)
      remove.run(of)
      for (const { id } of freed) unuse.run(id)
      await seats.settle(freed.map(({ id, used, seats: most }) => ({ codeId: id, wasFull: used >= most })))
      return freed.map(({ id, appId, accountKey }) => ({ id, appId, accountKey }))
    },
    /** @returns the number of seats */
    follow: (move: AccountMove): number => {
      touch.run({ appId: move.appId, accountKey: move.from })
      return follow.run(move).changes
    },
  }
}
