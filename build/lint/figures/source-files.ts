import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SourceFile {
  /** From the repository's root, with slashes. */
  readonly path: string
  readonly text: string
}

/** The files that git tracks or would track, with their content on disk. */
export function readSources(root: string, endings: RegExp): readonly SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  return listed
    .split('\n')
    .filter((path) => endings.test(path) && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

export function countLines(files: readonly SourceFile[]): number {
  return files.reduce(
    (sum, { text }) => sum + text.split('\n').filter((line) => line.trim() !== '').length,
    0,
  )
}
