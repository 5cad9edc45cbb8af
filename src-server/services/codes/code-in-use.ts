import type { Code } from '../../domain/code/code.ts'
import { freeSeat, seatsOf, seatView, takenSeat } from '../../domain/code/seats.ts'
import type { Unit } from '../../store/store.ts'

/** A code as one caller finds it. */
export interface CodeInUse {
  readonly code: Code | undefined
  /** The trading account has, or would get, a seat of its own. */
  readonly isSeat: boolean
}

/**
 * Finds the caller's part of a code. A trading account has the seat that it used, or finds a free one. Any other caller gets
 * the refusal that a second account gets from a code with one seat.
 * @param accountKey undefined for a machine that is no trading account
 */
export async function codeInUse(
  unit: Unit,
  code: Code | undefined,
  accountKey: string | undefined,
  severalAccounts: boolean,
): Promise<CodeInUse> {
  if (code === undefined || code.seats === 1) return { code, isSeat: false }
  const own = accountKey === undefined ? undefined : await unit.codeSeats.find(code.id, accountKey)
  if (own !== undefined) return { code: seatView(code, own), isSeat: true }
  const used = (await unit.codeSeats.countUsed([code.id])).get(code.id) ?? 0
  // A machine that is no trading account may bind the code.
  if (used === 0 && (code.markcode !== '' || accountKey === undefined)) return { code, isSeat: false }
  const isFree = accountKey !== undefined && used < seatsOf(code, severalAccounts)
  return isFree ? { code: freeSeat(code), isSeat: true } : { code: takenSeat(code), isSeat: false }
}
