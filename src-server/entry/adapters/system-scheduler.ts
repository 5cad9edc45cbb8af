import type { Rhythm } from '../../contract/ports.ts'

export const systemRhythm: Rhythm = {
  every: (ms, ring) => {
    const timer = setInterval(ring, ms)
    return () => {
      clearInterval(timer)
    }
  },
}
