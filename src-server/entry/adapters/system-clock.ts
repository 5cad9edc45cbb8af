import type { Clock } from '../../contract/ports.ts'

export const systemClock: Clock = {
  now: () => Math.floor(Date.now() / 1000),
  nowMs: () => Date.now(),
}
