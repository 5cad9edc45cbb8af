import { statSync } from 'node:fs'

/** The size of a database with its write-ahead log, bytes. A missing file has none. */
export function diskSize(file: string): number {
  const sizeOf = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0
  return sizeOf(file) + sizeOf(`${file}-wal`)
}
