import type { Application } from '../../domain/application/application.ts'
import type { Code } from '../../domain/code/code.ts'
import { isSameMachine } from '../../domain/code/machine.ts'
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
  application: Pick<Application, 'severalAccounts' | 'deviceCheck'>,
): Promise<CodeInUse> {
  if (code === undefined || code.seats === 1) return { code, isSeat: false }
  const own = accountKey === undefined ? undefined : await unit.codeSeats.find(code.id, accountKey)
  if (own !== undefined) return { code: seatView(code, own), isSeat: true }
  const used = (await unit.codeSeats.countUsed([code.id])).get(code.id) ?? 0
  // A machine that is no trading account may bind the code.
  if (used === 0 && (accountKey === undefined || isHeld(code, accountKey, application)))
    return { code, isSeat: false }
  const isFree = accountKey !== undefined && used < seatsOf(code, application.severalAccounts)
  return isFree ? { code: freeSeat(code), isSeat: true } : { code: takenSeat(code), isSeat: false }
}

/** Whether a machine keeps the code from a trading account. The binding of a VIP code moves. */
function isHeld(code: Code, accountKey: string, { deviceCheck }: Pick<Application, 'deviceCheck'>): boolean {
  const { markcode, type } = code
  return deviceCheck && type !== 'vip' && markcode !== '' && !isSameMachine(code, markcode, accountKey)
}
