import type { OpenStore } from './open-store.ts'

/** A table as the database itself describes it, in words that both engines share. */
export interface Table {
  /** `type, null or not, default` by column. */
  readonly columns: Readonly<Record<string, string>>
  readonly unique: readonly string[]
  readonly checks: readonly string[]
  readonly foreignKeys: readonly string[]
}
export type Catalog = Readonly<Record<string, Table>>

type Run = OpenStore['run']
interface ColumnRow {
  readonly of: string
  readonly name: string
  readonly type: string
  readonly notNull: boolean | number
  readonly preset: string | null
}
/** One unique index, check or foreign key. */
interface RuleRow {
  readonly of: string
  readonly text: string
}

export async function sqliteCatalog(run: Run): Promise<Catalog> {
  const columns = await run<ColumnRow>(
    `SELECT m.name AS "of", c.name, lower(c.type) AS type, c."notnull" AS "notNull", c.dflt_value AS preset
     FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'`,
  )
  const unique = await run<RuleRow>(
    `SELECT m.name AS "of", (SELECT group_concat(coalesce(name, '?'), ',') FROM pragma_index_info(i.name)) || ' '
       || coalesce(substr(x.sql, nullif(instr(x.sql, ' WHERE '), 0)), '') AS text
     FROM sqlite_master m JOIN pragma_index_list(m.name) i LEFT JOIN sqlite_master x ON x.name = i.name
     WHERE m.type = 'table' AND i."unique"
     UNION ALL SELECT m.name, group_concat(c.name, ',') FROM sqlite_master m JOIN pragma_table_info(m.name) c
     WHERE m.type = 'table' AND c.pk > 0 GROUP BY m.name HAVING count(*) = 1 AND max(lower(c.type)) = 'integer'`,
  )
  const tables = await run<RuleRow>(
    `SELECT name AS "of", sql AS text FROM sqlite_master WHERE type = 'table'`,
  )
  const foreignKeys = await run<RuleRow>(
    `SELECT m.name AS "of", f."from" || ' > ' || f."table" || '.' || f."to" || ' ' || f.on_delete AS text
     FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`,
  )
  const checks = tables.flatMap(({ of, text }) =>
    [...text.matchAll(/CONSTRAINT \S+ CHECK\s*\((.*)\)/g)].map(([, check = '']) => ({ of, text: check })),
  )
  return catalogOf(columns, unique, checks, foreignKeys)
}

export async function postgresCatalog(run: Run): Promise<Catalog> {
  const inSchema = `relnamespace = 'public'::regnamespace AND relkind = 'r'`
  const columns = await run<ColumnRow>(
    `SELECT t.relname AS "of", a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS "notNull",
       pg_get_expr(d.adbin, d.adrelid) AS preset
     FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
       LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum WHERE ${inSchema}`,
  )
  const unique = await run<RuleRow>(
    `SELECT t.relname AS "of", (SELECT string_agg(coalesce(a.attname, '?'), ',' ORDER BY k.place)
         FROM unnest(i.indkey) WITH ORDINALITY AS k (number, place)
         LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number)
       || ' ' || coalesce(' WHERE ' || pg_get_expr(i.indpred, i.indrelid), '') AS text
     FROM pg_class t JOIN pg_index i ON i.indrelid = t.oid AND i.indisunique WHERE ${inSchema}`,
  )
  const rules = await run<RuleRow & { readonly kind: string }>(
    `SELECT t.relname AS "of", c.contype AS kind, CASE c.contype WHEN 'c' THEN pg_get_expr(c.conbin, c.conrelid) ELSE
       (SELECT attname FROM pg_attribute WHERE attrelid = t.oid AND attnum = c.conkey[1]) || ' > ' || c.confrelid::regclass
       || '.' || (SELECT attname FROM pg_attribute WHERE attrelid = c.confrelid AND attnum = c.confkey[1]) || ' '
       || CASE c.confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' WHEN 'r' THEN 'RESTRICT' ELSE 'NO ACTION' END
       END AS text
     FROM pg_class t JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype IN ('c', 'f') WHERE ${inSchema}`,
  )
  const of = (kind: string) => rules.filter((rule) => rule.kind === kind)
  return catalogOf(columns, unique, of('c'), of('f'))
}

function catalogOf(
  columns: readonly ColumnRow[],
  unique: readonly RuleRow[],
  checks: readonly RuleRow[],
  foreignKeys: readonly RuleRow[],
): Catalog {
  const names = [...new Set(columns.map((column) => column.of))].sort()
  const textsOf = (rows: readonly RuleRow[], name: string) =>
    [...new Set(rows.filter((row) => row.of === name).map(({ text }) => plain(text)))].sort()
  const tables = names.map((name) => {
    const own = columns.filter((column) => column.of === name).sort((a, b) => (a.name < b.name ? -1 : 1))
    const table: Table = {
      columns: Object.fromEntries(own.map((column) => [column.name, describe(column)])),
      unique: textsOf(unique, name),
      checks: textsOf(checks, name),
      foreignKeys: textsOf(foreignKeys, name),
    }
    return [name, table] as const
  })
  return Object.fromEntries(tables)
}

const SHARED_TYPES: Readonly<Record<string, string>> = {
  ...{ bigint: 'integer', boolean: 'integer', 'double precision': 'real', json: 'text', bytea: 'blob' },
}

function describe({ type, notNull, preset }: ColumnRow): string {
  const shared = SHARED_TYPES[type] ?? type
  return `${shared}, ${notNull === true || notNull === 1 ? 'not null' : 'null'}, ${preset === null ? 'no default' : plain(preset)}`
}

/** Leaves out what one engine writes and the other one does not: casts, brackets, quotes and tables of names. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/::\w+(\[\])?/g, '')
    .replace(/["`()]/g, '')
    .replace(/\b\w+\.(?=\w+ *(=|is\b|in\b|<|>))/g, '')
    .replace(/\s/g, '')
    .replace(/^true$/, '1')
    .replace(/^false$/, '0')
}
