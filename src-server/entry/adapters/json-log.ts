import type { Clock, Log, LogFields } from '../../contract/ports.ts'

/** A failure that repeats within this time is counted instead of logged, milliseconds. */
const SAME_MS = 60_000
/** Failures remembered at most. */
const MOST_KNOWN = 200

/** Writes one JSON object a line. A line break in a text is escaped, so it can't forge another line. */
export function createJsonLog(clock: Clock, write: (line: string) => void): Log {
  const line = (level: string, event: string, fields: LogFields | undefined) => {
    write(`${JSON.stringify({ at: new Date(clock.nowMs()).toISOString(), level, event, ...fields })}\n`)
  }
  const repeats = new Repeats()
  return {
    info: (event, fields) => {
      line('info', event, fields)
    },
    warn: (event, fields) => {
      line('warn', event, fields)
    },
    error: (event, error, fields) => {
      const skipped = repeats.see(nameOf(event, error, fields), clock.nowMs())
      if (skipped === undefined) return
      line('error', event, {
        ...fields,
        ...(skipped > 0 && { again: skipped }),
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
    },
  }
}

/** Two failures are the same when their texts differ in numbers only. */
function nameOf(event: string, error: unknown, fields: LogFields = {}): string {
  const words = Object.values(fields).filter((field) => typeof field === 'string')
  return [event, error instanceof Error ? error.message : String(error), ...words].join('\n')
}

/**
 * On a full disk every chore fails, some four times a second. If each failure were logged, the log would keep nothing
 * else.
 */
class Repeats {
  readonly #known = new Map<string, { loggedMs: number; skipped: number }>()

  /** @returns undefined where the failure is not logged now, else how many times it was left out before */
  see(name: string, nowMs: number): number | undefined {
    const known = this.#known.get(name)
    if (known !== undefined && Math.abs(nowMs - known.loggedMs) < SAME_MS) {
      known.skipped++
      return undefined
    }
    this.#known.delete(name)
    const [oldest] = this.#known.keys()
    if (this.#known.size >= MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(name, { loggedMs: nowMs, skipped: 0 })
    return known?.skipped ?? 0
  }
}
