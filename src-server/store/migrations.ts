import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DataFolderError } from './data-folder-error.ts'

export interface Migration {
  /** The file's name without `.sql`. Files run in the order of names. */
  readonly tag: string
  readonly statements: readonly string[]
  /** sha256 of the file, hex. It reveals an applied file that was edited afterwards. */
  readonly hash: string
  /** The tables that the file may make smaller, by a line `-- shrinks: table`. */
  readonly shrinks: ReadonlySet<string>
}

/** A migration that has run. */
export interface Applied {
  readonly tag: string
  readonly hash: string
}

/** The name of a file whose migration takes away what older versions use: `0007_contract_old_column.sql`. */
const CONTRACT = /^\d+_contract_/

/**
 * Whether a migration takes something away. Any other one only adds, so older versions go on working after it: they
 * name the columns that they read and write.
 */
export function isContract({ tag }: Pick<Migration, 'tag'>): boolean {
  return CONTRACT.test(tag)
}

/** The kinds of data in PostgreSQL, by their schemas. Each has migrations of its own. */
export type MigratedSchema = 'public' | 'telemetry'

/** More contracts than one kind of data will ever have. */
const MOST_CONTRACTS = 1000

/** The numbers of contracts of both kinds of data as one, for the heartbeats of a copy. `knownContracts` reads it in SQL. */
export function packContracts(shipped: Readonly<Record<MigratedSchema, readonly Migration[]>>): number {
  const count = (all: readonly Migration[]) => all.filter(isContract).length
  return count(shipped.public) + MOST_CONTRACTS * count(shipped.telemetry)
}

/** The number of contracts of one kind of data. @param packed a column in SQL with what `packContracts` gave */
export function knownContracts(packed: string, schema: MigratedSchema): string {
  return `${packed} ${schema === 'public' ? '%' : '/'} ${MOST_CONTRACTS}`
}

/**
 * The shipped migrations that haven't run yet.
 * @param name of the database, for people
 * @throws DataFolderError for newer data or an edited migration
 */
export function pendingOf(
  applied: readonly Applied[],
  shipped: readonly Migration[],
  name: string,
): Migration[] {
  applied.forEach((done, i) => {
    const known = shipped[i]
    if (known === undefined) {
      throw new DataFolderError(
        `The data in ${name} was written by a newer version of this program (it knows ${done.tag}). Install that version, or restore a backup made before the update.`,
        `${name} 中的数据由更新版本的程序写入（${done.tag}）。请安装该版本，或恢复更新之前的备份。`,
      )
    }
    if (known.tag !== done.tag || known.hash !== done.hash) {
      throw new DataFolderError(
        `The data in ${name} was migrated by another build of this program (${done.tag} differs). Install the version that wrote it.`,
        `${name} 中的数据由本程序的另一构建更新过（${done.tag} 不同）。请安装写入数据的版本。`,
      )
    }
  })
  return shipped.slice(applied.length)
}

/** Reads the migrations of a folder beneath drizzle/. */
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
