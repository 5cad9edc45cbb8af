import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

export function readDocument(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** Every Markdown file for readers: those of the root and of docs/. */
export function documentPaths(): string[] {
  const ofRoot = readdirSync(ROOT).filter((name) => name.endsWith('.md'))
  const ofDocs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name))
  return [...ofRoot, ...ofDocs]
}

/**
 * The rows of all tables below a heading, up to the next heading of its level. Leaves out the first two lines
 * of each table.
 */
export function tableRows(document: string, heading: string): string[][] {
  const level = /^#+/.exec(heading)?.[0] ?? ''
  const from = document.indexOf(`\n${heading}\n`)
  if (from < 0) throw new Error(`no heading "${heading}"`)
  const section = document.slice(from + heading.length + 2)
  const end = section.search(new RegExp(`^${level} `, 'm'))
  const lines = (end < 0 ? section : section.slice(0, end)).split('\n')
  return lines
    .filter((line, at) => line.startsWith('|') && !isRule(line) && !isRule(lines[at + 1] ?? ''))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    )
}

export function isRule(line: string): boolean {
  return /^\|[ :|-]+$/.test(line)
}
