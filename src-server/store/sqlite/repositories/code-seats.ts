import { eq, inArray } from 'drizzle-orm'
import { PERMANENT_VIP } from '../../../contract/limits.ts'
import type { Code } from '../../../domain/code/code.ts'
import { endOfFree, seatView, type CodeSeat } from '../../../domain/code/seats.ts'
import type { CodeSeatRepository } from '../../repositories/code-seats.ts'
import type { Connection } from '../connection.ts'
import { codes, codeSeats } from '../schema/index.ts'

interface OfAccount {
  readonly appId: number
  readonly accountKey: string
}

const OF_ACCOUNT = 'app_id = @appId AND account_key = @accountKey'
const CODES_OF_ACCOUNT = `SELECT code_id FROM code_seats WHERE ${OF_ACCOUNT}`

export function createCodeSeatRepository({ raw, orm }: Connection): CodeSeatRepository {
  const spendCode = raw.prepare<
    [{ id: number; revision: number; useTime: number | null; left: number | null }]
  >(
    `UPDATE codes SET use_time = coalesce(use_time, @useTime), "left" = coalesce(@left, "left"),
      revision = revision + 1 WHERE id = @id AND revision = @revision`,
  )
  const touch = raw.prepare<[number]>('UPDATE codes SET revision = revision + 1 WHERE id = ?')
  const unbind = raw.prepare<[number]>(
    `UPDATE codes SET markcode = '', ip = '', ip6 = '' WHERE id = ? AND markcode <> ''`,
  )
  const count = raw.prepare<[string], { id: number; used: number }>(
    `SELECT code_id AS id, count(*) AS used FROM code_seats
     WHERE code_id IN (SELECT value FROM json_each(?)) GROUP BY code_id`,
  )
  const serves = raw
    .prepare<[{ kami: string } & OfAccount], number>(
      `SELECT EXISTS (SELECT 1 FROM codes c JOIN code_seats s ON s.code_id = c.id
       WHERE c.app_id = @appId AND c.kami = @kami AND s.account_key = @accountKey)`,
    )
    .pluck()
  const beneath = raw.prepare<[{ id: number; accountKey: string; end: number }]>(
    'UPDATE code_seats SET record_end_before = @end WHERE code_id = @id AND account_key = @accountKey',
  )
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
  const edit: CodeSeatRepository['edit'] = async (id, members) => {
    if (Object.keys(members).length === 0) return
    const [seat] = orm.update(codeSeats).set(members).where(eq(codeSeats.id, id)).returning().all()
    if (seat !== undefined) touch.run(seat.codeId)
  }
  const settle: CodeSeatRepository['settle'] = async (codeId, wasFull) => {
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
      await settle(id, false)
      return true
    },
    put: async ({ id: codeId, appId }, state) => {
      orm
        .insert(codeSeats)
        .values({ ...state, codeId, appId })
        .run()
    },
    remove: async (id) => {
      orm.delete(codeSeats).where(eq(codeSeats.id, id)).run()
    },
    edit,
    settle,
    serves: async (appId, kami, accountKey) => serves.get({ appId, kami, accountKey }) === 1,
    setEndBeneath: async ({ id, accountKey }, end) => {
      const { changes } = beneath.run({ id, accountKey, end })
      if (changes > 0) touch.run(id)
      return changes > 0
    },
  }
}

/** The acts on all codes of a trading account, as far as they concern codes with several seats. */
export function seatsOfAccounts({ raw, orm }: Connection, seats: Pick<CodeSeatRepository, 'settle'>) {
  const touch = raw.prepare<[OfAccount]>(
    `UPDATE codes SET revision = revision + 1 WHERE id IN (${CODES_OF_ACCOUNT})`,
  )
  const spend = raw.prepare<[OfAccount], number>(
    `UPDATE code_seats SET spent = 1 WHERE ${OF_ACCOUNT} AND gave_seconds IS NOT NULL AND spent = 0 RETURNING code_id`,
  )
  const free = raw.prepare<[OfAccount], { codeId: number; full: 0 | 1 }>(
    `SELECT s.code_id AS codeId, (SELECT count(*) FROM code_seats o WHERE o.code_id = s.code_id) >= c.seats AS full
     FROM code_seats s JOIN codes c ON c.id = s.code_id WHERE s.app_id = @appId AND s.account_key = @accountKey`,
  )
  const remove = raw.prepare<[OfAccount]>(`DELETE FROM code_seats WHERE ${OF_ACCOUNT}`)
  const unuse = raw.prepare<[number]>(
    `UPDATE codes SET use_time = NULL WHERE id = ? AND NOT EXISTS (SELECT 1 FROM code_seats WHERE code_id = codes.id)`,
  )
  const follow = raw.prepare<[OfAccount & { to: string }]>(
    `UPDATE code_seats SET account_key = @to, ip = '', ip6 = '' WHERE ${OF_ACCOUNT}`,
  )
  const voidGifts = raw.prepare<[OfAccount & { but: number }]>(
    `UPDATE code_seats SET gave_seconds = 0, record_end_before = NULL
     WHERE ${OF_ACCOUNT} AND code_id <> @but AND gave_seconds >= ${PERMANENT_VIP} AND taken_seconds IS NULL`,
  )
  const permanents = raw.prepare<[OfAccount & { but: number }], { id: number; codeId: number }>(
    `SELECT id, code_id AS codeId FROM code_seats WHERE ${OF_ACCOUNT} AND code_id <> @but
       AND gave_seconds >= ${PERMANENT_VIP} AND taken_seconds IS NULL AND spent = 0 ORDER BY id`,
  )
  const countOf = raw
    .prepare<[string], number>(
      `SELECT count(*) FROM devices d JOIN code_seats s ON s.app_id = d.app_id AND s.account_key = d.account_key
       JOIN codes c ON c.id = s.code_id AND c.recycled_at IS NULL
       WHERE d.id IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
  return {
    countOf: (deviceIds: readonly number[]) => countOf.get(JSON.stringify(deviceIds)) ?? 0,
    permanentsOf: (of: OfAccount, but: number): Code[] =>
      permanents.all({ ...of, but }).flatMap(({ id, codeId }) => {
        const code = orm.select().from(codes).where(eq(codes.id, codeId)).get()
        const seat = orm.select().from(codeSeats).where(eq(codeSeats.id, id)).get()
        return code === undefined || seat === undefined ? [] : [seatView(code, seat)]
      }),
    voidPermanents: (of: OfAccount, but: number) => {
      touch.run(of)
      voidGifts.run({ ...of, but })
    },
    /** @returns the codes of seats that were not spent */
    spend: (of: OfAccount): number[] => {
      touch.run(of)
      return spend.pluck().all(of)
    },
    /** @returns the codes of the freed seats */
    release: async (of: OfAccount): Promise<number[]> => {
      touch.run(of)
      const freed = free.all(of)
      remove.run(of)
      for (const { codeId, full } of freed) {
        unuse.run(codeId)
        await seats.settle(codeId, full === 1)
      }
      return freed.map(({ codeId }) => codeId)
    },
    follow: (of: OfAccount, to: string): number => {
      touch.run(of)
      return follow.run({ ...of, to }).changes
    },
  }
}
