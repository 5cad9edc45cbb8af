import type { Clock, Log, LogFields } from '../../contract/ports.ts'

/** The same failure again within so many milliseconds is counted instead of told. */
const SAME_MS = 60_000
/** Failures that are remembered at the most. */
const MOST_KNOWN = 200

/** One JSON object a line, so that a line break in a text can't forge another line. */
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
      const untold = repeats.see(nameOf(event, error, fields), clock.nowMs())
      if (untold === undefined) return
      line('error', event, {
        ...fields,
        ...(untold > 0 && { again: untold }),
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
    },
  }
}

/** What makes two failures the same one: not the numbers of each. */
function nameOf(event: string, error: unknown, fields: LogFields = {}): string {
  const words = Object.values(fields).filter((field) => typeof field === 'string')
  return [event, error instanceof Error ? error.message : String(error), ...words].join('\n')
}

/** On a full disk everything fails that is done four times a second: told each time, it would wash the rest out of the log. */
class Repeats {
  readonly #known = new Map<string, { toldMs: number; untold: number }>()

  /** @returns how often it happened untold before, where it is to be told now */
  see(name: string, nowMs: number): number | undefined {
    const known = this.#known.get(name)
    if (known !== undefined && Math.abs(nowMs - known.toldMs) < SAME_MS) {
      known.untold++
      return undefined
    }
    this.#known.delete(name)
    const [oldest] = this.#known.keys()
    if (this.#known.size >= MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(name, { toldMs: nowMs, untold: 0 })
    return known?.untold ?? 0
  }
}
