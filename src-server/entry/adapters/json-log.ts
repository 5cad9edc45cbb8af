import type { Clock, Log, LogFields } from '../../contract/ports.ts'

/** One JSON object a line, so that a line break in a text can't forge another line. */
export function createJsonLog(clock: Clock, write: (line: string) => void): Log {
  const line = (level: string, event: string, fields: LogFields | undefined) => {
    write(`${JSON.stringify({ at: new Date(clock.nowMs()).toISOString(), level, event, ...fields })}\n`)
  }
  return {
    info: (event, fields) => {
      line('info', event, fields)
    },
    warn: (event, fields) => {
      line('warn', event, fields)
    },
    error: (event, error, fields) => {
      line('error', event, {
        ...fields,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
    },
  }
}
