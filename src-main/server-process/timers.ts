import type { Timers } from './server-process.ts'

export const systemTimers: Timers = {
  nowMs: () => Date.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => {
      clearTimeout(timer)
    }
  },
}
