import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Migration {
  /** The file's name without `.sql`. Files run in the order of names. */
  readonly tag: string
  readonly statements: readonly string[]
  /** sha256 of the file, hex. It reveals an applied file that was edited afterwards. */
  readonly hash: string
  /** The tables that the file may make smaller, by a line `-- shrinks: table`. */
  readonly shrinks: ReadonlySet<string>
}

/** Reads the generated migrations of a folder (drizzle/main, drizzle/telemetry). */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => parseMigration(name.slice(0, -'.sql'.length), readFileSync(join(folder, name), 'utf8')))
}

export function parseMigration(tag: string, sql: string): Migration {
  return {
    tag,
    statements: sql
      .split('--> statement-breakpoint')
      .map((statement) => statement.trim())
      .filter((statement) => statement !== ''),
    hash: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex'),
    shrinks: new Set(Array.from(sql.matchAll(/^-- shrinks: (\w+)$/gm), (match) => match[1] ?? '')),
  }
}
