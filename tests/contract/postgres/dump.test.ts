import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { storedText } from '../../support/database.ts'
import { postgresPrograms, urlOf } from '../../support/postgres/cluster.ts'
import { socketOfRun } from '../../support/postgres/global-setup.ts'
import { createTestDatabase, type TestDatabase } from '../../support/postgres/test-database.ts'
import { withClient } from '../../support/postgres/with-client.ts'

const TEXT = 'Gold ΣΊΣΥΦΟΣ 黄金'
let database: TestDatabase
let restored: string

beforeAll(async () => {
  database = await createTestDatabase()
  restored = `${database.name}_restored`
  await withClient(database.url, (client) =>
    client.query("INSERT INTO audit_search (id, content, marks) VALUES (1, $1, '{owner:1}')", [TEXT]),
  )
  await asAdmin(`CREATE DATABASE ${restored}`)
})
afterAll(async () => {
  await asAdmin(`DROP DATABASE ${restored}`)
  await database.drop()
})

const asAdmin = (text: string) =>
  withClient(urlOf(socketOfRun(), 'postgres'), async (admin) => {
    await admin.query(text)
  })
const run = (program: string, args: readonly string[], input?: string) =>
  execFileSync(join(postgresPrograms(), program), args, { encoding: 'utf8', input })
/** Ids of the rows with a group of characters, by the index. */
const found = (url: string, group: string) =>
  withClient(url, async (client) => {
    await client.query('SET enable_seqscan = off')
    const text = 'SELECT id::int FROM audit_search WHERE search_groups(content, marks) @> ARRAY[$1]'
    return (await client.query<{ id: number }>(text, [group])).rows.map(({ id }) => id)
  })

it('the tables of the search are analysed without a search path, as autovacuum does', async () => {
  await withClient(database.url, async (client) => {
    await client.query("SET search_path = ''")
    await client.query('ANALYZE public.audit_search')
  })
})

it('pg_dump brings everything to another database, with what the search finds', async () => {
  const url = urlOf(socketOfRun(), restored)
  run('psql', ['-qX', '-v', 'ON_ERROR_STOP=1', url], run('pg_dump', [database.url]))
  for (const group of ['gol', 'ΣΊΣ'.toLowerCase().replaceAll('ς', 'σ'), '黄金', 'owner:1']) {
    expect(await found(database.url, group)).toEqual([1])
    expect(await found(url, group)).toEqual([1])
  }
})

it('the tests that look for a secret everywhere look into bytes and figures too', async () => {
  await withClient(database.url, async (client) => {
    await client.query(
      `INSERT INTO images (id, purpose, type, width, height, bytes, created_at)
       VALUES ('a', 'logo', 'image/png', 1, 1, 'a secret of bytes', 1)`,
    )
    await client.query(`INSERT INTO telemetry.programs VALUES (1, '', '', '', 'a secret of figures')`)
  })
  const text = await storedText({ databaseUrl: database.url, folder: '' })
  for (const secret of ['a secret of bytes', 'a secret of figures', TEXT]) expect(text).toContain(secret)
})
