import { MAX_CLOSE_REPEATS } from '../../../../src-server/contract/limits.ts'
import type { CloseAllRecord, CloseState } from '../../../../src-server/contract/records/device.ts'

export type CloseStep = 'asked' | 'delivered' | 'confirmed'
export type StepState = 'done' | 'now' | 'ahead' | 'failed' | 'unsaid'

/** How a close_all is shown: its three steps, and what a person may do about it. */
export interface CloseView {
  readonly state: CloseState
  readonly steps: readonly {
    readonly name: CloseStep
    readonly state: StepState
    readonly at: number | null
  }[]
  /** A command nobody has fetched yet can be taken back. */
  readonly canWithdraw: boolean
  readonly canAsk: boolean
  /** It was fetched, and positions are still open or not reported: it may be asked again. */
  readonly canRearm: boolean
  /** The server repeated it as often as it does by itself: somebody has to decide. */
  readonly isExhausted: boolean
  /** Seconds the present step lasts already; null when nothing is going on. */
  readonly waiting: number | null
}

const STEPS: readonly CloseStep[] = ['asked', 'delivered', 'confirmed']
/** How many steps are behind the command in each state. */
const DONE: Record<CloseState, number> = {
  none: 0,
  asked: 1,
  delivered: 2,
  overdue: 2,
  unreported: 2,
  confirmed: 3,
}

function stepState(index: number, state: CloseState): StepState {
  if (index < DONE[state]) return 'done'
  if (index > DONE[state] || state === 'none') return 'ahead'
  if (state === 'unreported') return 'unsaid'
  return state === 'overdue' ? 'failed' : 'now'
}

/** @param now Unix seconds of the server's clock */
export function closeView(close: CloseAllRecord, now: number): CloseView {
  const times = { asked: close.asked_at, delivered: close.delivered_at, confirmed: close.confirmed_at }
  const since = close.state === 'asked' ? close.asked_at : isFetched(close.state) ? close.delivered_at : null
  return {
    state: close.state,
    steps: STEPS.map((name, index) => ({
      name,
      state: stepState(index, close.state),
      at: index < DONE[close.state] ? times[name] : null,
    })),
    canWithdraw: close.state === 'asked',
    canAsk: close.state === 'none' || close.state === 'confirmed',
    canRearm: close.state === 'overdue' || close.state === 'unreported',
    isExhausted: close.state === 'overdue' && close.repeats >= MAX_CLOSE_REPEATS,
    waiting: since === null ? null : Math.max(0, now - since),
  }
}

function isFetched(state: CloseState): boolean {
  return state === 'delivered' || state === 'overdue'
}
