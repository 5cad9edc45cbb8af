import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import type { TestServer } from './test-server.ts'

export type DatabaseValue = string | number | null

/** A test's own connection to the database of a server, on SQLite or PostgreSQL. */
export interface TestDatabaseConnection {
  /** @param sql with `?` for values. Flags are `true` and `false` */
  rows<R>(sql: string, ...values: DatabaseValue[]): Promise<R[]>
  /** The first column of the first row. */
  value<V>(sql: string, ...values: DatabaseValue[]): Promise<V | undefined>
  /** The names of the tables of records, without those that SQLite keeps for itself. */
  tables(): Promise<string[]>
  /** The columns of these tables. */
  columns(): Promise<{ readonly table: string; readonly column: string }[]>
  /** A value that is another one after somebody else commits a change. */
  commits(): Promise<unknown>
  close(): Promise<void>
}

/** Opens the database behind the back of the server, which may be stopped. */
export async function openDatabase(
  server: Pick<TestServer, 'folder' | 'databaseUrl'>,
): Promise<TestDatabaseConnection> {
  return server.databaseUrl === undefined
    ? openFile(join(server.folder, 'pulsekey.db'))
    : openPostgres(server.databaseUrl)
}

/**
 * Everything that the databases of a server hold, so that a text can be looked for: the bytes of the files, or the rows of all
 * tables as JSON, with the characters of their bytes.
 */
export async function storedText(server: Pick<TestServer, 'folder' | 'databaseUrl'>): Promise<string> {
  if (server.databaseUrl === undefined)
    return readdirSync(server.folder)
      .filter((file) => /\.db(-wal)?$/.test(file))
      .map((file) => readFileSync(join(server.folder, file), 'latin1'))
      .join('\n')
  const db = await openDatabase(server)
  try {
    const tables = await db.rows<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
       WHERE nspname IN ('public', 'telemetry') AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
    )
    const texts: string[] = []
    for (const { name } of tables)
      texts.push(JSON.stringify(await db.rows(`SELECT * FROM ${name}`), asCharacters))
    return texts.join('\n')
  } finally {
    await db.close()
  }
}

/** Bytes as their characters. A Buffer has turned itself into JSON before it comes as `value`. */
function asCharacters(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const whole = this[key]
  return whole instanceof Uint8Array ? Buffer.from(whole).toString('latin1') : value
}

function openFile(file: string): TestDatabaseConnection {
  const db = new Database(file)
  return withValue({
    rows: <R>(sql: string, ...values: DatabaseValue[]) => {
      const statement = db.prepare<DatabaseValue[], R>(sql)
      if (statement.reader) return Promise.resolve(statement.all(...values))
      statement.run(...values)
      return Promise.resolve([])
    },
    tables: () =>
      Promise.resolve(
        db
          .prepare<[], string>(
            `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
              AND sql NOT LIKE '%VIRTUAL%' AND name NOT LIKE '%fts%' ORDER BY name`,
          )
          .pluck()
          .all(),
      ),
    columns: () =>
      Promise.resolve(
        db
          .prepare<[], { table: string; column: string }>(
            `SELECT m.name AS "table", c.name AS "column" FROM sqlite_schema m JOIN pragma_table_info(m.name) c
              WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`,
          )
          .all(),
      ),
    commits: () => Promise.resolve(db.pragma('data_version', { simple: true })),
    close: () => {
      db.close()
      return Promise.resolve()
    },
  })
}

async function openPostgres(url: string): Promise<TestDatabaseConnection> {
  const client = new pg.Client(url)
  await client.connect()
  const rows = async <R>(sql: string, ...values: DatabaseValue[]) => {
    let at = 0
    const text = sql.replaceAll('?', () => `$${++at}`)
    return (await client.query(text, values)).rows as R[]
  }
  const texts = async (sql: string) => (await rows<{ text: string }>(sql)).map(({ text }) => text)
  return withValue({
    rows,
    tables: () =>
      texts(`SELECT relname AS text FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
        WHERE nspname = 'public' AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`),
    columns: () =>
      rows(`SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
        WHERE table_schema = 'public' ORDER BY 1, ordinal_position`),
    // A transaction of any database of the server raises it.
    commits: async () => (await texts('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS text'))[0],
    close: () => client.end(),
  })
}

function withValue(connection: Omit<TestDatabaseConnection, 'value'>): TestDatabaseConnection {
  return {
    ...connection,
    value: async <V>(sql: string, ...values: DatabaseValue[]) => {
      const [row] = await connection.rows<Record<string, V>>(sql, ...values)
      return row && Object.values(row)[0]
    },
  }
}
