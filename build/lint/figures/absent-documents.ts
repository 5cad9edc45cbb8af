import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SourceFile } from './source-files.ts'

/** Documents that come with packages, by their usual names. */
const OF_PACKAGES = /(^|\/)(LICEN[CS]E|README|NOTICE|CHANGELOG)\.md$/i

const DOCUMENT = /(?:[\w.-]+\/)*[\w.-]+\.md\b|\bresearch\/[\w-]+|\bissue \d+\b/g

/** Places that cite a document outside the repository, or the number of an issue: `path:line citation`. */
export function findAbsentDocuments(root: string, files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) =>
      [...line.matchAll(DOCUMENT)]
        .map(([cited]) => cited)
        .filter((cited) => !OF_PACKAGES.test(cited) && !isThere(root, path, cited))
        .map((cited) => `${path}:${index + 1} ${cited}`),
    ),
  )
}

function isThere(root: string, from: string, cited: string): boolean {
  if (!cited.endsWith('.md')) return false
  return [root, join(root, dirname(from)), join(root, 'docs')].some((folder) =>
    existsSync(join(folder, cited)),
  )
}
