import type { Code } from './code.ts'
import { decideEdit, type CodeEdit, type EditableCode, type EditRefusal } from './edit.ts'
import { apart, endOfFree, freeSeat, seatView, stateOf, type CodeSeat, type SeatState } from './seats.ts'

/** An edit as one trading account of the code gets it. */
export interface SeatEdit {
  readonly seat: CodeSeat
  /** The code as the account had it. */
  readonly code: Code
  readonly change: Partial<EditableCode>
}

export type SeatsDecision =
  | {
      readonly outcome: 'changed'
      readonly change: Partial<EditableCode>
      readonly seats: readonly SeatEdit[]
      /** The account of a code with one seat, which gets a seat of its own. */
      readonly put?: SeatState
      /** The only seat of a code that gets one seat. */
      readonly remove?: CodeSeat
    }
  | { readonly outcome: EditRefusal }

/** Decides an edit of a code with its seats: the code itself, as a new account finds it, and each used seat. */
export function decideSeats(
  code: Code,
  seats: readonly CodeSeat[],
  edit: CodeEdit,
  now: number,
): SeatsDecision {
  if (edit.kind === 'seats' && code.recycledAt === null) return resize(code, seats, edit.seats)
  if (code.seats === 1) {
    const decision = decideEdit(code, edit, now)
    return decision.outcome === 'changed' ? { ...decision, seats: [] } : decision
  }
  if (edit.kind === 'unbind' && seats.length > 0) return { outcome: 'account' }
  const decision = decideEdit(unusedPart(code, seats), edit, now)
  if (decision.outcome !== 'changed' && decision.outcome !== 'same') return decision
  const edits = seats.flatMap((seat): SeatEdit[] => {
    const own = seatView(code, seat)
    const { outcome, ...rest } = decideEdit(own, edit, now)
    return outcome === 'changed' && 'change' in rest ? [{ seat, code: own, change: rest.change }] : []
  })
  if (decision.outcome === 'changed') return { ...decision, seats: edits }
  // Free seats may have already what the edit gives to accounts: a new time begins at the edit.
  return edits.length > 0 ? { outcome: 'changed', change: {}, seats: edits } : decision
}

/** Whether each seat is used. A full code has the end of its last seat. */
export function isFull({ seats }: Pick<Code, 'seats'>, used: readonly CodeSeat[]): boolean {
  return seats > 1 && used.length >= seats
}

/** The code as a new account finds it. A machine that bound the code keeps it. */
function unusedPart(code: Code, seats: readonly CodeSeat[]): Code {
  if (seats.length === 0) return code
  return { ...freeSeat(code), endTime: isFull(code, seats) ? endOfFree(code) : code.endTime }
}

function resize(code: Code, used: readonly CodeSeat[], seats: number): SeatsDecision {
  if (code.seats === seats) return { outcome: 'same' }
  const [only] = used
  if (code.seats === 1 && code.accountKey !== '') {
    const { code: change, seat } = apart(code)
    return { outcome: 'changed', change: { ...editable(change), seats }, seats: [], put: seat }
  }
  if (used.length > seats) return { outcome: 'too_few_seats' }
  if (seats > 1 || only === undefined) return { outcome: 'changed', change: { seats }, seats: [] }
  const change = { ...editable(seatView(code, only)), seats }
  return { outcome: 'changed', change, seats: [], remove: only }
}

/** The members of a seat's state that an edit of a code writes. */
function editable(code: Code): Partial<EditableCode> {
  const { useTime: _, ...state } = stateOf(code)
  return { ...state, markcode: code.markcode }
}
