import { onScopeDispose, ref, type Ref } from 'vue'
import { serverNow } from '../../subjects/clock/server-clock.ts'

/** How long a replaced key may stay good, seconds; 0 ends it at once. */
export const OVERLAPS = [0, 3600, 86_400, 7 * 86_400, 30 * 86_400] as const

/** The same of a key that signs answers. Programs learn another key only from their next version. */
export const ANSWER_KEY_OVERLAPS = [0, 7 * 86_400, 30 * 86_400, 90 * 86_400, 365 * 86_400] as const

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

export interface TimeLeft {
  readonly days: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

/** What is left until a moment, in whole units; undefined when it is over. */
export function timeLeft(until: number, now: number): TimeLeft | undefined {
  const left = until - now
  if (left <= 0) return undefined
  return {
    days: Math.floor(left / DAY),
    hours: Math.floor((left % DAY) / HOUR),
    minutes: Math.floor((left % HOUR) / MINUTE),
    seconds: left % MINUTE,
  }
}

/** The server's time, moving on once a second. */
export function useServerTime(): Readonly<Ref<number>> {
  const now = ref(serverNow())
  const timer = setInterval(() => (now.value = serverNow()), 1000)
  onScopeDispose(() => {
    clearInterval(timer)
  })
  return now
}
