import { afterAll, beforeAll, expect, it } from 'vitest'
import { RecordWorld } from './record-world.ts'

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
