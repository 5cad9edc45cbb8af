import { statSync } from 'node:fs'

/** Bytes of a database with what its log still holds. */
export function diskSize(file: string): number {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  return statSync(file).size + (log?.size ?? 0)
}
