import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isFresh } from '../../build/launch/freshness.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SOURCES = join(ROOT, 'src-server')
const BUILD = join(ROOT, 'out/main')

/** The programs and threads of the server that Node starts: the source of each, and its file in the build. */
const BUILT = {
  'entry/cli.ts': 'cli.js',
  'entry/serve.ts': 'serve.js',
  'store/postgres/telemetry/worker.ts': 'postgres-telemetry-worker.js',
  'store/sqlite/backups/worker.ts': 'backup-worker.js',
  'store/sqlite/telemetry/worker.ts': 'telemetry-worker.js',
} as const

/** The server as a file for Node. */
export function findServerProgram(): string {
  return findServerFile('entry/serve.ts')
}

/** A thread of the server. */
export function findServerThread(source: Extract<keyof typeof BUILT, `${string}/worker.ts`>): URL {
  return pathToFileURL(findServerFile(source))
}

/** The bundle where it is newer than its sources, because it starts faster; else the source. */
export function findServerFile(source: keyof typeof BUILT): string {
  return (isBuilt ??= looksBuilt()) ? join(BUILD, BUILT[source]) : join(SOURCES, source)
}

/** Computed once: it reads the times of a thousand files. */
let isBuilt: boolean | undefined

function looksBuilt(): boolean {
  return isFresh(
    Object.values(BUILT).map((name) => join(BUILD, name)),
    [SOURCES],
  )
}
