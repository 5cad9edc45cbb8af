import type pg from 'pg'
import type { RowsOf } from '../../moving/move-end.ts'
import { copyIn } from './copy-lines.ts'
import { columnList, movedTables, placeOfTable } from './moved-tables.ts'
import { MARK_KEY } from './mark.ts'

/** The statements that drop a key or an index, and make it again. */
interface Definition {
  readonly drop: string
  readonly make: string
}

/** Searching tables: their rows follow from those of others (drizzle/postgres/0002_search.sql). */
const SEARCH = ['account_search', 'audit_search', 'code_search', 'device_search']
const IS_MOVED = `ANY($1::text[])`

const FOREIGN_KEYS = `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS make
  FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text = ${IS_MOVED} ORDER BY 2`
/** Keys and constraints stay: rows come in the order of their keys. */
const INDEXES = `SELECT format('DROP INDEX %s', i.indexrelid::regclass) AS drop, pg_get_indexdef(i.indexrelid) AS make,
    a.amname = 'gin' AS "isSearch"
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
  WHERE i.indrelid::regclass::text = ${IS_MOVED} AND NOT i.indisprimary
    AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = i.indexrelid) ORDER BY 2`

/** The rows that triggers would write one by one. A test compares them with what the triggers write. */
const FILL = [
  `INSERT INTO code_search (id, content, marks)
   SELECT c.id, search_text(c.kami, c.note, c.markcode, CASE WHEN c.seats > 1
       THEN (SELECT string_agg(account_key, E'\\u0001') FROM code_seats WHERE code_id = c.id)
       ELSE c.account_key END, c.tags, c.fields),
     search_marks('app:' || c.app_id, 'agent:' || c.agent_id) FROM codes c ORDER BY c.id`,
  `INSERT INTO device_search (id, content, marks)
   SELECT id, search_text(account_key, label, license, note, tags, fields),
     search_marks('app:' || app_id, 'agent:' || agent_id) FROM devices ORDER BY id`,
  `INSERT INTO account_search (id, content, marks)
   SELECT id, search_text("user", qq, name), search_marks('app:' || app_id) FROM accounts ORDER BY id`,
  `INSERT INTO audit_search (id, content, marks)
   SELECT id, search_text(subject_label, person_name, after),
     search_marks('owner:' || owner_id, 'person:' || person_id) FROM audit ORDER BY id`,
]

/**
 * Loads the main store in one transaction: a move that ends before leaves the database as it was. Rows come first; keys of
 * other tables, indexes and triggers follow, because each of them is checked or made once then.
 * @param noteSearch gets the statements that make the indexes of the searches, in the transaction: they take longest, and are
 *   made after it
 */
export async function loadMain(
  client: pg.Client,
  tables: AsyncIterable<RowsOf>,
  lastNumbers: ReadonlyMap<string, number>,
  noteSearch: (statements: readonly string[]) => Promise<void>,
): Promise<void> {
  const names = movedTables('main').map(({ name }) => name)
  const all = [...names, ...SEARCH]
  await client.query('BEGIN')
  const { rows: keys } = await client.query<Definition>(FOREIGN_KEYS, [all])
  const { rows: indexes } = await client.query<Definition & { isSearch: boolean }>(INDEXES, [all])
  for (const { drop } of [...keys, ...indexes]) await client.query(drop)
  for (const name of names) await client.query(`ALTER TABLE public."${name}" DISABLE TRIGGER USER`)
  // An earlier move that did not end may have left rows.
  await client.query(`DELETE FROM meta WHERE key <> '${MARK_KEY}'`)
  await client.query(
    `TRUNCATE ${all
      .filter((name) => name !== 'meta')
      .map((name) => `public."${name}"`)
      .join(', ')}`,
  )
  for await (const { table, rows } of tables)
    await copyIn(client, `COPY ${placeOfTable('main', table)} (${columnList(table)}) FROM STDIN`, rows)
  for (const fill of FILL) await client.query(fill)
  for (const { make } of indexes.filter(({ isSearch }) => !isSearch)) await client.query(make)
  for (const { make } of keys) await client.query(make)
  for (const name of names) await client.query(`ALTER TABLE public."${name}" ENABLE TRIGGER USER`)
  await setNumbers(client, lastNumbers)
  await noteSearch(indexes.filter(({ isSearch }) => isSearch).map(({ make }) => make))
  await client.query('COMMIT')
  // The planner knows nothing of the new rows otherwise.
  await client.query(`ANALYZE ${all.map((name) => `public."${name}"`).join(', ')}`)
}

/** The next rows get the numbers that they would have got at the other side. */
async function setNumbers(client: pg.Client, lastNumbers: ReadonlyMap<string, number>): Promise<void> {
  const { rows } = await client.query<{ table: string; sequence: string }>(SEQUENCES)
  for (const { table, sequence } of rows) {
    const last = lastNumbers.get(table)
    // A table of this engine alone, such as that of its migrations, goes on counting.
    if (last === undefined) continue
    if (last > 0) await client.query('SELECT setval($1, $2)', [sequence, last])
    else await client.query(`ALTER SEQUENCE ${sequence} RESTART`)
  }
}

/** The sequences of columns with numbers, by table. */
export const SEQUENCES = `SELECT c.relname::text AS "table", pg_get_serial_sequence(c.oid::regclass::text, a.attname) AS sequence
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE a.attidentity <> '' AND c.relnamespace = 'public'::regnamespace`
