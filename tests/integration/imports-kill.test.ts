import { afterAll, beforeAll, expect, it } from 'vitest'
import { KilledServer } from '../support/killed-server.ts'
import { until } from '../support/until.ts'

const PIECE = 5000
const PIECES = 3
/** Rows undone in one unit of work. */
const UNIT = 500
let server: KilledServer

const record = async () => (await server.client.call('import_list', { kind: 'code' })).rows[0]!
const codesHere = async () => (await server.client.call('code_list', { size: 1, exact: true })).total

beforeAll(async () => {
  server = await KilledServer.begin('imports-kill')
})
afterAll(() => server.end())

it('after a kill in the middle of an undo, the same undo continues it', async () => {
  const { app } = await server.client.call('app_create', { name: 'Kill' })
  let id: number | undefined
  for (let piece = 0; piece < PIECES; piece++) {
    const rows = Array.from({ length: PIECE }, (_, at) => ({
      kami: `CODE-${piece}-${at}`,
      type: 'permanent',
    }))
    const rest = id === undefined ? {} : { import: id }
    id = (await server.client.call('code_import', { app, rows, file: 'wrong.csv', ...rest })).import
  }
  const all = PIECE * PIECES
  expect(await record()).toMatchObject({ id, made: all })
  await server.client.call('import_undo', { id: id! })
  await until(async () => (await record()).removed > 0, 'the first removed codes')
  await server.kill()
  await server.start()

  const { removed, undone_at: undoneAt } = await record()
  expect(removed % UNIT).toBe(0)
  expect(await codesHere()).toBe(all - removed)
  if (undoneAt === null) {
    expect(await server.client.call('import_undo', { id: id!, dry_run: true })).toMatchObject({
      remove: all - removed,
      stay: 0,
    })
    await server.client.call('import_undo', { id: id! })
    await until(async () => (await record()).undone_at !== null, 'the end of the undo')
  }
  expect(await record()).toMatchObject({ made: all, removed: all })
  expect(await codesHere()).toBe(0)
})
