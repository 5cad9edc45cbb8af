import { join, resolve } from 'node:path'
import { isFresh } from '../../build/launch/freshness.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/**
 * The server as a file for Node: the bundle where it is newer than its sources (it starts faster), else the
 * sources.
 */
export function findServerProgram(): string {
  return (program ??= lookForProgram())
}

/** Computed once: it reads the times of a thousand files. */
let program: string | undefined

function lookForProgram(): string {
  const built = ['serve.js', 'telemetry-worker.js', 'backup-worker.js'].map((name) =>
    join(ROOT, 'out/main', name),
  )
  const source = join(ROOT, 'src-server')
  return isFresh(built, [source]) ? join(ROOT, 'out/main/serve.js') : join(source, 'entry/serve.ts')
}
