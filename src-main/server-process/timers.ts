import { guarded } from '../faults/guarded.ts'

export interface Timers {
  nowMs(): number
  /** @returns a function that cancels it */
  after(ms: number, act: () => void): () => void
}

export const systemTimers: Timers = {
  nowMs: () => Date.now(),
  after: (ms, act) => {
    const timer = setTimeout(guarded('timer', act), ms)
    return () => {
      clearTimeout(timer)
    }
  },
}
