import type { Clock, Scheduler, Random } from '../../contract/ports.ts'
import { randomBytes, randomInt } from 'node:crypto'

export const systemClock: Clock = {
  now: () => Math.floor(Date.now() / 1000),
  nowMs: () => Date.now(),
}

export const systemScheduler: Scheduler = {
  every: (ms, tick) => {
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
