import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export function findInPath(command: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, command)).find((path) => existsSync(path))
}
