import { getTableColumns } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCOUNT } from '../../src-server/contract/subjects/account.ts'
import { CODE } from '../../src-server/contract/subjects/code.ts'
import { DEVICE } from '../../src-server/contract/subjects/device.ts'
import { accounts, codes, devices } from '../../src-server/store/postgres/schema/index.ts'
import { groupsOf, shortGroupsOf } from '../../src-server/store/search/groups.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'

/** The members of a row besides its texts: when they change, its marks or its texts do. */
const OWNERS = { code: ['app_id', 'agent_id', 'seats'], device: ['app_id', 'agent_id'], account: ['app_id'] }

describe('the search index of PostgreSQL', () => {
  let database: TestDatabase
  let client: pg.Client
  beforeAll(async () => {
    database = await createTestDatabase()
    client = new pg.Client(database.url)
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  it.each([
    ['code', CODE.searched, getTableColumns(codes)],
    ['device', DEVICE.searched, getTableColumns(devices)],
    ['account', ACCOUNT.searched, getTableColumns(accounts)],
  ] as const)(
    'of a %s follows the fields that its subject declares as searched',
    async (kind, searched, columns) => {
      const named: Readonly<Record<string, { readonly name: string } | undefined>> = columns
      const declared = searched.map((member) => named[member]?.name ?? '')
      const { rows } = await client.query<{ name: string }>(
        'SELECT event_object_column AS name FROM information_schema.triggered_update_columns WHERE trigger_name = $1',
        [`${kind}_search_update`],
      )
      expect(rows.map(({ name }) => name).sort()).toEqual([...declared, ...OWNERS[kind]].sort())
    },
  )

  it.each(['', 'a', 'ab', 'abc', 'a.b-c@d e', '中', 'A中文b', '🦊x', '_', 'ÄÖ', 'x\ny', 'aaaa'])(
    'holds the groups of %j, as a search asks for them',
    async (text) => {
      const { rows } = await client.query<{ groups: string[] }>(
        "SELECT search_groups($1, '{app:1}') AS groups",
        [text],
      )
      const folded = text.toLowerCase()
      const long = Array.from(folded).length < 3 ? [] : (groupsOf(folded) ?? [])
      const wanted = new Set([...long, ...shortGroupsOf(folded), 'app:1'])
      expect(new Set(rows[0]?.groups)).toEqual(wanted)
    },
  )

  it('has no groups across two texts', async () => {
    const { rows } = await client.query<{ groups: string[] }>(
      "SELECT search_groups(search_text('ab', NULL, '中', 'cd'), search_marks('app:1', NULL)) AS groups",
    )
    expect(rows).toEqual([{ groups: ['中', 'app:1'] }])
  })
})
