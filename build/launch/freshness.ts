import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const NEVER = 0

function modifiedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? NEVER
}

/** Folders count too, because removing a file changes the folder's time. */
function newestMs(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return NEVER
  if (!stat.isDirectory()) return path.endsWith('.test.ts') ? NEVER : stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))))
}

/**
 * Whether every output exists and is younger than every source.
 * @param outputs files
 * @param sources files or folders, which count with everything inside except tests
 */
export function isFresh(outputs: readonly string[], sources: readonly string[]): boolean {
  const oldest = Math.min(...outputs.map(modifiedMs))
  return oldest !== NEVER && oldest > Math.max(...sources.map(newestMs))
}
