import { statSync } from 'node:fs'

/** The size of a database with its write-ahead log, bytes. */
export function diskSize(file: string): number {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  return statSync(file).size + (log?.size ?? 0)
}
