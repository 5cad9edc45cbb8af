import type { Code } from '../../domain/code/code.ts'
import { freeSeat, seatsOf, seatView } from '../../domain/code/seats.ts'
import type { Unit } from '../../store/store.ts'

/** A code as one caller finds it. */
export interface CodeInUse {
  readonly code: Code | undefined
  /** The trading account has, or would get, a seat of its own. */
  readonly isSeat: boolean
}

/**
 * Finds the caller's part of a code. A trading account has the seat that it used, or finds a free one. Any other caller finds
 * the code as another account has it, and so the refusal that a second account gets from a code with one seat.
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
  const used = await unit.codeSeats.ofCodes([code.id])
  const [first] = used
  // A machine that is no trading account has bound the code.
  if (first === undefined && (code.markcode !== '' || accountKey === undefined)) return { code, isSeat: false }
  if (accountKey !== undefined && used.length < seatsOf(code, severalAccounts))
    return { code: freeSeat(code), isSeat: true }
  return { code: first === undefined ? code : seatView(code, first), isSeat: false }
}
