import Database from 'better-sqlite3'
import { eq, sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { connect } from './connection.ts'
import { meta } from './schema/index.ts'

it('prepares each text once, and drops the oldest when there are very many', () => {
  const raw = new Database(':memory:')
  raw.exec('CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)')
  const prepare = vi.spyOn(raw, 'prepare')
  const { orm } = connect(raw)
  orm.insert(meta).values({ key: 'a', value: '1' }).run()
  orm.insert(meta).values({ key: 'b', value: '2' }).run()
  const valueOf = (key: string) => orm.select().from(meta).where(eq(meta.key, key)).get()?.value
  expect([valueOf('a'), valueOf('b'), valueOf('c')]).toEqual(['1', '2', undefined])
  expect(prepare).toHaveBeenCalledTimes(2)
  for (let n = 0; n < 600; n++) {
    const rows = orm
      .select()
      .from(meta)
      .where(sql.raw(`key = '${n}'`))
    expect(rows.all()).toEqual([])
  }
  expect(valueOf('a')).toBe('1')
  expect(prepare).toHaveBeenCalledTimes(2 + 600 + 1)
  raw.close()
})
