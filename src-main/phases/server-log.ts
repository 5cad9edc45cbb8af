import { join } from 'node:path'

import { app } from 'electron'

import { keepCrashReport } from '../logs/crash-reports.ts'
import { LogFile } from '../logs/log-file.ts'
import { LogTail } from '../logs/log-tail.ts'
import { redact } from '../logs/redact.ts'
import type { LostRun } from '../server-process/server-process.ts'

/** The server's output without secrets: the last lines in memory, all lines in files. */
export interface ServerLog {
  readonly folder: string
  readonly lines: readonly string[]
  readonly keepLine: (line: string) => void
  readonly keepLostRun: (run: LostRun) => void
}

export function openServerLog(): ServerLog {
  const folder = join(app.getPath('userData'), 'logs')
  const say = (error: unknown): void => {
    process.stderr.write(`log: ${String(error)}\n`)
  }
  const tail = new LogTail()
  const file = new LogFile(folder, say)
  return {
    folder,
    get lines() {
      return tail.lines
    },
    keepLine: (line) => {
      const safe = redact(line)
      tail.add(safe)
      file.add(safe)
    },
    keepLostRun: (run) => {
      try {
        keepCrashReport(folder, { run, lines: tail.lines, version: app.getVersion(), atMs: Date.now() })
      } catch (error) {
        say(error)
      }
    },
  }
}
