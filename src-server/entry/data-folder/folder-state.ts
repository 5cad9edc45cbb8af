import { statSync } from 'node:fs'
import { join } from 'node:path'

const DATABASES = ['pulsekey.db', 'telemetry.db']

/** Whether a server has kept data there. An empty file is what a killed first start leaves. */
export function hasData(folder: string): boolean {
  return DATABASES.some((name) => {
    try {
      return statSync(join(folder, name)).size > 0
    } catch {
      return false
    }
  })
}

/** When the data was last changed, Unix milliseconds. */
export function changedAt(folder: string): number {
  const files = DATABASES.flatMap((name) => [name, `${name}-wal`])
  const times = files.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return Math.max(...times)
}

/** Whether two paths are one folder, also by a link or on a file system that ignores case. */
export function isSameFolder(one: string, other: string): boolean {
  try {
    const [a, b] = [statSync(one, { bigint: true }), statSync(other, { bigint: true })]
    return a.dev === b.dev && a.ino === b.ino
  } catch {
    return false
  }
}
