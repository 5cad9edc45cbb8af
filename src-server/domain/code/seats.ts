import type { Code } from './code.ts'

/** The state that each trading account of a code with several seats has of its own. */
export type SeatState = Pick<
  Code,
  | 'accountKey'
  | 'ip'
  | 'ip6'
  | 'useTime'
  | 'endTime'
  | 'gaveSeconds'
  | 'recordEndBefore'
  | 'spent'
  | 'takenSeconds'
>

/** A trading account of a code with several seats. */
export interface CodeSeat extends SeatState {
  readonly id: number
  readonly codeId: number
  readonly appId: number
}

/** The state of a code without a trading account. */
const FREE: Omit<SeatState, 'endTime'> = {
  accountKey: '',
  ip: '',
  ip6: '',
  useTime: null,
  gaveSeconds: null,
  recordEndBefore: null,
  spent: false,
  takenSeconds: null,
}

/** The code as one of its trading accounts has it. Decisions about a code with one seat hold for this one too. */
export function seatView(code: Code, seat: SeatState): Code {
  return { ...code, ...stateOf(seat), markcode: seat.accountKey }
}

/** The code as its next trading account finds it: unused, with all its time. Uses are those of the code. */
export function freeSeat(code: Code): Code {
  return { ...code, ...FREE, markcode: '' }
}

/** The code as a caller finds it whom none of its seats serves. No account has a blank as its key. */
export function takenSeat(code: Code): Code {
  return { ...code, accountKey: ' ', gaveSeconds: 0 }
}

/** A code with several seats that an account used: the account gets a seat of its own, and the code is without an account. */
export function apart<C extends SeatState & Pick<Code, 'seconds' | 'markcode'>>(
  code: C,
): { code: C; seat: SeatState } {
  const { useTime: _, ...free } = FREE
  return { code: { ...code, ...free, markcode: '', endTime: endOfFree(code) }, seat: stateOf(code) }
}

export function stateOf(state: SeatState): SeatState {
  const { accountKey, ip, ip6, useTime, endTime, gaveSeconds, recordEndBefore, spent, takenSeconds } = state
  return { accountKey, ip, ip6, useTime, endTime, gaveSeconds, recordEndBefore, spent, takenSeconds }
}

/** The end of a code itself after a seat got free: all its time, unless it has an end but no duration. */
export function endOfFree({ seconds, endTime }: Pick<Code, 'seconds' | 'endTime'>): number | null {
  return seconds > 0 ? null : endTime
}

/** The seats that new trading accounts find. Where the application allows one account, a code has one. */
export function seatsOf({ seats }: Pick<Code, 'seats'>, severalAccounts: boolean): number {
  return severalAccounts ? seats : 1
}
