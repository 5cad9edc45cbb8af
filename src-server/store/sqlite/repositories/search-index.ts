import type { SearchIndexRepository } from '../../repositories/search-index.ts'
import type { Connection } from '../connection.ts'
import { SEARCH_KINDS, type SearchKind } from '../search/search-kinds.ts'
import type { MarkKind } from '../../search/groups.ts'
import { mark, shortGroups } from '../search/trigrams.ts'
import { unseen } from '../unseen.ts'

type Row = Readonly<Record<string, string | number | null>>

export function createSearchIndexRepository(connection: Connection): SearchIndexRepository {
  const queues = Object.entries(SEARCH_KINDS).map(([name, kind]) => openQueue(connection, name, kind))
  return {
    isBehind: async () => queues.some((queue) => !queue.isEmpty()),
    catchUp: async (rows) => {
      let left = rows
      for (const queue of queues) left -= queue.take(left)
    },
  }
}

function openQueue({ raw }: Connection, name: string, { table, texts, marks }: SearchKind) {
  const textColumns = Object.keys(texts)
  const markColumns = Object.keys(marks) as MarkKind[]
  const columns = [...textColumns, 'pairs', ...markColumns]
  const first = raw.prepare(`SELECT 1 FROM ${name}_search_queue LIMIT 1`)
  const waiting = raw
    .prepare<[number], number>(`SELECT id FROM ${name}_search_queue ORDER BY id LIMIT ${unseen('?')}`)
    .pluck()
  const read = raw.prepare<[number], Row>(
    `SELECT ${Object.entries({ ...texts, ...marks })
      .map(([name, content]) => `${content} AS "${name}"`)
      .join(', ')} FROM ${table} WHERE id = ?`,
  )
  const forget = raw.prepare<[number]>(`DELETE FROM ${name}_search WHERE rowid = ?`)
  const replace = raw.prepare<[number, ...(string | null)[]]>(
    `REPLACE INTO ${name}_search (rowid, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`,
  )
  const done = raw.prepare<[number]>(`DELETE FROM ${name}_search_queue WHERE id <= ?`)

  function put(id: number): void {
    const row = read.get(id)
    if (row === undefined) {
      forget.run(id)
      return
    }
    const values = textColumns.map((column) => String(row[column] ?? ''))
    const owners = markColumns.map((kind) => {
      const of = row[kind]
      return typeof of === 'number' ? mark(kind, of) : null
    })
    replace.run(id, ...values, shortGroups(values.join('\n')), ...owners)
  }

  return {
    isEmpty: () => first.get() === undefined,
    /** @returns the number of rows put into the index */
    take(limit: number): number {
      const ids = limit > 0 ? waiting.all(limit) : []
      for (const id of ids) put(id)
      const last = ids.at(-1)
      if (last !== undefined) done.run(last)
      return ids.length
    },
  }
}
