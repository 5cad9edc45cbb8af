import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { LostRun } from '../server-process/server-process.ts'

const KEPT = 10
const NAME = /^crash-.*\.json$/

export interface CrashFacts {
  readonly run: LostRun
  /** The server's last lines, already without secrets. */
  readonly lines: readonly string[]
  /** The version of the desktop. */
  readonly version: string
  readonly atMs: number
}

/** Records why a run of the server ended, in one file. Keeps the newest ten files. @returns the file */
export function keepCrashReport(folder: string, { run, lines, version, atMs }: CrashFacts): string {
  mkdirSync(folder, { recursive: true })
  const time = new Date(atMs).toISOString()
  const path = join(folder, `crash-${time.replaceAll(':', '-')}.json`)
  const report = {
    time,
    version,
    exit_code: run.exitCode,
    served_seconds: Math.round(run.servedMs / 1000),
    problem: run.problem,
    failure: run.failure,
    lines,
  }
  writeFileSync(path, `${JSON.stringify(report, undefined, 2)}\n`, { mode: 0o600 })
  // The names sort by time.
  const old = readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .slice(0, -KEPT)
  for (const name of old) rmSync(join(folder, name), { force: true })
  return path
}
