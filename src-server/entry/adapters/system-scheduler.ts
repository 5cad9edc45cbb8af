import type { Scheduler } from '../../contract/ports.ts'

export const systemScheduler: Scheduler = {
  every: (ms, tick) => {
    const timer = setInterval(tick, ms)
    return () => {
      clearInterval(timer)
    }
  },
}
