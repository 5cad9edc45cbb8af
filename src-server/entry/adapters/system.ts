import type { Clock, Scheduler, Random } from '../../contract/ports.ts'
import { randomBytes, randomInt } from 'node:crypto'

export const systemClock: Clock = {
  now: () => Math.floor(Date.now() / 1000),
  nowMs: () => Date.now(),
}

export const systemScheduler: Scheduler = {
  every: (ms, tick) => {
    // eslint-disable-next-line local/guarded-callbacks -- chores (schedule.ts) catch all of their errors
    const timer = setInterval(tick, ms)
    return () => {
      clearInterval(timer)
    }
  },
}

export const cryptoRandom: Random = {
  bytes: (length) => randomBytes(length),
  below: (limit) => randomInt(limit),
}
