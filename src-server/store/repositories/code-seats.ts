import type { Code } from '../../domain/code/code.ts'
import type { CodeChange } from '../../domain/code/login-decision.ts'
import type { CodeSeat, SeatState } from '../../domain/code/seats.ts'
import type { EndBeneath } from './codes.ts'

/** A code whose seats changed. */
export interface SettledCode {
  readonly codeId: number
  readonly wasFull: boolean
}

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
  remove(ids: readonly number[]): Promise<void>
  /** Writes the states of seats. */
  edit(seats: readonly (SeatState & Pick<CodeSeat, 'id'>)[]): Promise<void>
  /**
   * After a change of the seats of these codes: a full code ends with its last seat. One that `wasFull` and no longer is
   * gets its own time back.
   */
  settle(codes: readonly SettledCode[]): Promise<void>
  /** Whether the code with this text serves the account. */
  serves(appId: number, kami: string, accountKey: string): Promise<boolean>
  /** @returns the ids of the codes that have such a seat */
  setEndsBeneath(ends: readonly EndBeneath[]): Promise<number[]>
}
