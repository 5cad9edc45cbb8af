import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { TestServer } from '../support/test-server.ts'

let server: TestServer
let app: number

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
})
afterAll(() => server.end())

/** The whole file, as the console joins it. */
async function file(
  input: ActionInput<'code_export'>,
): Promise<{ text: string; rows: number; pieces: number }> {
  let [text, rows, pieces] = ['', 0, 0]
  for (let after: number | undefined; ;) {
    const piece = await server.act('code_export', { ...input, ...(after !== undefined && { after }) })
    text += piece.text
    rows += piece.rows
    pieces += 1
    if (piece.next === null) return { text, rows, pieces }
    after = piece.next
  }
}

it('holds every code once, in pieces, also when codes are made meanwhile', async () => {
  const rows = Array.from({ length: 4500 }, (_, i) => ({ kami: `EXPORT-${i}`, type: 'permanent' }))
  expect((await server.act('code_import', { app, rows })).done).toBe(4500)
  const { text, rows: count, pieces } = await file({ filter: { app }, format: 'json', columns: ['code'] })
  expect([count, pieces]).toEqual([4500, 3])
  expect(JSON.parse(text)).toEqual(rows.map(({ kami }) => ({ code: kami })))
  const [row] = (await server.act('audit_list', { filter: { action: 'code_export' } })).rows
  expect(row).toMatchObject({ app, subject_kind: 'code', after: { filter: { app } } })
})

it('contains no spreadsheet formula, and has the requested columns', async () => {
  const other = await server.application()
  const rows = [
    { kami: '=HYPERLINK("x")', type: 'count', left: 3, note: '+1' },
    { kami: 'plain', type: 'time', unit: 'day', use_time: 0, note: 'a, "b"' },
  ]
  await server.act('code_import', { app: other, rows })
  const { text } = await file({ filter: { app: other }, columns: ['code', 'left', 'first_used', 'note'] })
  expect(text).toBe(
    '\uFEFFcode,left,first_used,note\r\n' +
      `"'=HYPERLINK(""x"")",3,,'+1\r\n` +
      'plain,,1970-01-01T00:00:00.000Z,"a, ""b"""\r\n',
  )
})

it('holds exactly the named codes, or the found ones', async () => {
  const { rows } = await server.act('code_list', { search: 'EXPORT-44', size: 3, sort: 'id' })
  const ids = rows.map(({ id }) => id).reverse()
  const named = await file({ ids, format: 'json', columns: ['code'] })
  expect(JSON.parse(named.text)).toEqual(rows.map(({ kami }) => ({ code: kami })))
  const { total } = await server.act('code_list', { search: 'EXPORT-44', size: 1 })
  expect((await file({ search: 'EXPORT-44' })).rows).toBe(total)
  expect((await file({ filter: { kami: 'nosuch' } })).text.trimEnd().split('\r\n')).toHaveLength(1)
})
