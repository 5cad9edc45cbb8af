import type { Code } from '../../domain/code/code.ts'
import type { CodeChange } from '../../domain/code/login-decision.ts'
import type { CodeSeat, SeatState } from '../../domain/code/seats.ts'

/** A code in its application, and one of its trading accounts. */
type Seat = Pick<Code, 'id' | 'appId' | 'accountKey'>

export type NewSeat = SeatState & Pick<CodeSeat, 'codeId' | 'appId'>

/** The trading accounts of codes with several seats. Each change of a seat gives its code a new revision. */
export interface CodeSeatRepository {
  /** The seats of these codes, in the order of first uses. */
  ofCodes(codeIds: readonly number[]): Promise<CodeSeat[]>
  /** The seat of a trading account. Of several, one that is not spent. */
  find(codeId: number, accountKey: string): Promise<CodeSeat | undefined>
  /** The numbers of used seats, by code. Also a spent seat is used. Codes without a used seat are left out. */
  countUsed(codeIds: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** Writes the change of a login into the seat of the account, or into a new one. @returns whether the code was at `revision` */
  change(code: Code, accountKey: string, change: CodeChange): Promise<boolean>
  /** Gives accounts of codes seats of their own. */
  put(seats: readonly NewSeat[]): Promise<void>
  remove(id: number): Promise<void>
  edit(id: number, members: Partial<SeatState>): Promise<void>
  /** After a change of seats: a full code ends with its last seat. @param wasFull it gets its own time back, where it no longer is full */
  settle(codeId: number, wasFull: boolean): Promise<void>
  /** Whether the code with this text serves the account. */
  serves(appId: number, kami: string, accountKey: string): Promise<boolean>
  setEndBeneath(seat: Seat, end: number): Promise<boolean>
}
