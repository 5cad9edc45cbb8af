import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY, RecordWorld } from './record-world.ts'

/** Acts on a store that does each read twice, as a database whose connection breaks in the middle of a read. */
let world: RecordWorld

beforeAll(async () => {
  world = await RecordWorld.start({ repeatsReads: true })
})
afterAll(() => world.server.end())

it('an import of user accounts makes each once, and shows its password', async () => {
  const { app, server } = world
  await server.act('account_import', { app, rows: [{ user: 'known', qq: 'k1' }] })
  const rows = [
    { user: 'fresh', qq: 'f1' },
    { user: 'known', qq: 'k1' },
  ]
  const result = await server.act('account_import', { app, rows })
  expect(result).toMatchObject({ done: 1, skipped: [{ row: 1 }], passwords: [{ row: 0, user: 'fresh' }] })
  expect(result.skipped).toHaveLength(1)
})

it('the preview of an edit counts the edit once', async () => {
  const { key, code } = await world.activated()
  const edit = { ids: [code], extend_seconds: 5 * DAY }
  const { records } = await world.server.act('code_update', { ...edit, dry_run: true })
  expect(records?.rows).toMatchObject([{ account_key: key, from: world.inDays(30), to: world.inDays(35) }])
})
