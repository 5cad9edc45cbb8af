import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ACCOUNT } from '../../src-server/contract/subjects/account.ts'
import { DEVICE } from '../../src-server/contract/subjects/device.ts'
import { codeColumns } from '../../src-renderer/features/codes/code-import.ts'
import { mapColumns, type ImportColumn } from '../../src-renderer/kit/transfer/import-column.ts'
import { decode, guessEncoding } from '../../src-renderer/kit/transfer/reading/encoding.ts'
import { orderOfFile, prepareRows } from '../../src-renderer/kit/transfer/reading/prepare-rows.ts'
import { splitRows } from '../../src-renderer/kit/transfer/reading/split-rows.ts'
import { importColumns } from '../../src-renderer/kit/transfer/subject-import.ts'
import { saveAgain, type SavedAs } from '../support/spreadsheet.ts'
import { TestServer } from '../support/test-server.ts'

/** Each run makes, exports and imports twelve rows of a kind. */
const RUNS = 8
const ROWS = 12
let server: TestServer
let made = 0

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

const saved: fc.Arbitrary<SavedAs> = fc.record({
  separator: fc.constantFrom(',', ';', '\t'),
  encoding: fc.constantFrom('utf8', 'utf16-le', 'gbk'),
})
/** Texts that spreadsheets change, and plain ones. */
const text = fc.oneof(
  fc.constantFrom(
    ...['007', '0', '1234567890123456', '1E10', '1-2', '3/4', 'MAR1', '10:30', 'true', '12.50', '5%'],
  ),
  fc.constantFrom(
    ...['=1+1', '+49 170', '-5', '@x', "'007", "'plain", '备注', '客户 张三', 'a,b;c', 'say "no"', ''],
  ),
  fc
    .string({ unit: fc.constantFrom(...Array.from('01E+-/.:,"\'a客 ')), maxLength: 6 })
    .map((given) => given.trim()),
)
const texts = fc.array(text, { minLength: ROWS, maxLength: ROWS })
const time = fc.integer({ min: 1_000_000_000, max: 4_000_000_000 })
const times = fc.array(time, { minLength: ROWS, maxLength: ROWS })

/** The rows of a file as the import dialog sends them. */
async function read(bytes: Uint8Array, columns: readonly ImportColumn[]) {
  const words = columns.flatMap(({ names = [] }) => names)
  const { rows } = splitRows(decode(bytes, guessEncoding(bytes, words, 'zh-CN')))
  const [header, ...rest] = rows
  const sense = { mapping: mapColumns(header!.cells, columns), fills: {}, is1904: false }
  expect(orderOfFile(rest, columns, sense).order).toBe('none')
  const signal = new AbortController().signal
  const prepared = await prepareRows(
    rest,
    columns,
    { ...sense, order: undefined, zone: 'Asia/Shanghai' },
    signal,
  )
  expect(prepared.filter(({ problem }) => problem !== undefined)).toEqual([])
  return prepared.map(({ values }) => ({ ...values }))
}

it('trading accounts come back from a spreadsheet unchanged', async () => {
  const columns = importColumns(DEVICE, String)
  await fc.assert(
    fc.asyncProperty(texts, texts, times, saved, async (labels, notes, ends, way) => {
      const app = await server.application()
      const rows = labels.map((label, n) => ({
        account_key: `${600_000 + n}@Demo-${++made}`,
        vip: n === 0 ? 4_102_243_200 : ends[n],
        label,
        note: notes[n],
        license: notes[ROWS - 1 - n],
        disabled: n % 3 === 0,
      }))
      expect(await server.act('device_import', { app, rows })).toMatchObject({ done: ROWS })
      const { text: file } = await server.act('device_export', { filter: { app } })
      const again = await read(saveAgain(file, way), columns)
      const answer = await server.act('device_import', {
        app,
        rows: again,
        existing: 'update',
        dry_run: true,
      })
      expect(answer).toMatchObject({ done: 0, updated: 0 })
      expect(answer.skipped.map(({ reason }) => reason)).toEqual(rows.map(() => 'unchanged'))
    }),
    { numRuns: RUNS },
  )
})

it('codes come back from a spreadsheet unchanged, numbers with zeros at their beginning too', async () => {
  const columns = codeColumns((key) => key, [])
  await fc.assert(
    fc.asyncProperty(texts, times, saved, async (notes, ends, way) => {
      const [app, other] = [await server.application(), await server.application()]
      const rows = notes.map((note, n) => ({
        kami: n % 2 === 0 ? `00${String(++made).padStart(16, '7')}` : `CARD-${++made}`,
        note,
        ...[
          { type: 'time', unit: 'month', amount: 2 },
          { type: 'count', left: n },
          { type: 'permanent', disabled: true },
          { type: 'vip', unit: 'year' },
          {
            type: 'time',
            unit: 'day',
            markcode: `0${n}`,
            ip: '192.0.2.1',
            use_time: ends[n]! - 1000,
            end_time: ends[n],
          },
        ][n % 5],
      }))
      expect(await server.act('code_import', { app, rows })).toMatchObject({ done: ROWS })
      const { text: file } = await server.act('code_export', { filter: { app } })
      const again = await read(saveAgain(file, way), columns)
      expect(await server.act('code_import', { app: other, rows: again })).toMatchObject({
        done: ROWS,
        skipped: [],
      })
      const stored = async (at: number) =>
        (await server.act('code_list', { filter: { app: at }, sort: 'kami' })).rows.map(
          ({ id: _, app: __, ...rest }) => rest,
        )
      expect(await stored(other)).toEqual(await stored(app))
    }),
    { numRuns: RUNS },
  )
})

it('user accounts come back from a spreadsheet unchanged', async () => {
  const columns = importColumns(ACCOUNT, String)
  const name = text.filter((given) => given !== '')
  await fc.assert(
    fc.asyncProperty(
      fc.array(name, { minLength: 3, maxLength: 3 }),
      times,
      saved,
      async (names, ends, way) => {
        const [app, other] = [await server.application(), await server.application()]
        const rows = names.map((given, n) => ({
          user: n === 0 ? `0000${n}${++made}`.slice(-8) : `user_${++made}`,
          password: 'secret-1',
          qq: `${n}0123456789${made}`,
          name: given,
          vip: n === 1 ? 0 : ends[n],
        }))
        expect(await server.act('account_import', { app, rows })).toMatchObject({ done: 3 })
        const { text: file } = await server.act('account_export', { filter: { app } })
        const again = await read(saveAgain(file, way), columns)
        expect(await server.act('account_import', { app: other, rows: again })).toMatchObject({
          done: 3,
          skipped: [],
        })
        const stored = async (at: number) =>
          (await server.act('account_list', { filter: { app: at } })).rows.map(
            ({ id: _, app: __, ...rest }) => rest,
          )
        expect(await stored(other)).toEqual(await stored(app))
      },
    ),
    { numRuns: RUNS },
  )
})
