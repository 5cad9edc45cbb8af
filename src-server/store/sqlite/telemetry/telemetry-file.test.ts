import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NO_MORE_FIGURES } from '../../../../tests/support/no-more-figures.ts'
import { PulseBatch, type PackedPulses } from '../../pulse-batch.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { TelemetryDatabase } from './database.ts'
import type { Answer } from '../../telemetry/messages.ts'
import { TelemetryFile, type LongRequest } from './telemetry-file.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../../drizzle/telemetry')
const DAY = 86_400
const FIRST_DAY = 19_675
const AT = FIRST_DAY * DAY + 3600

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-telemetry-file-'))
  file = join(folder, 'telemetry.db')
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

function pulseAt(at: number): PackedPulses {
  const batch = new PulseBatch()
  batch.add({
    ...{ deviceId: 1, at, equity: 100, balance: 100, dd: 0, positions: 0, buyPos: 0, sellPos: 0 },
    ...{ floatPnl: 0, marginLevel: 0, interval: 5, symbol: 'XAUUSD', ip: '192.0.2.1' },
    ...NO_MORE_FIGURES,
  })
  return batch.packed()
}

/** A file with a stored day whose pages are damaged. The start doesn't read them. */
async function makeDamagedDays(): Promise<void> {
  const db = await prepareDatabase(file, MIGRATIONS, AT)
  const telemetry = new TelemetryDatabase(db, AT)
  for (const at of [AT, AT + DAY]) telemetry.append(pulseAt(at), 0)
  const root = db
    .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'day_pages'")
    .pluck()
    .get() as number
  const size = db.pragma('page_size', { simple: true }) as number
  telemetry.close()
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, (root - 1) * size)
  closeSync(handle)
}

function answerOf(work: Generator<undefined, Answer>): Answer {
  for (;;) {
    const part = work.next()
    if (part.done === true) return part.value
  }
}

it.each([
  { isRead: false, count: 0 },
  { isRead: true, count: 1 },
])(
  'a new file has pulses from before as long as the start reads them: $isRead',
  async ({ isRead, count }) => {
    const db = await prepareDatabase(file, MIGRATIONS, AT)
    db.close()
    const telemetry = new TelemetryFile({
      place: { file, migrations: MIGRATIONS },
      now: () => AT,
      renewed: () => undefined,
    })
    if (isRead) telemetry.handle({ kind: 'latest', after: 0 })
    telemetry.handle({ kind: 'renew', why: 'a test' })
    telemetry.handle({ kind: 'append', pulses: pulseAt(AT), utcOffset: 0 })
    expect(telemetry.handle({ kind: 'latest', after: 0 })).toMatchObject({ pulses: { count } })
    telemetry.abandon()
  },
)

it.each<LongRequest>([
  { kind: 'period', from: FIRST_DAY, to: FIRST_DAY + 1 },
  { kind: 'fleet days', from: FIRST_DAY, to: FIRST_DAY + 1, groups: Int32Array.of(-1, 0) },
  { kind: 'trends', query: { ids: [1], from: AT - 3000 * DAY, to: AT + 2 * DAY, points: 10 } },
])('a damaged file is set aside by the question $kind, which then has an answer', async (request) => {
  await makeDamagedDays()
  const renewed: string[] = []
  const telemetry = new TelemetryFile({
    place: { file, migrations: MIGRATIONS },
    now: () => AT + DAY,
    renewed: ({ kept }) => renewed.push(kept),
  })
  expect(answerOf(telemetry.work(request)).kind).toBe(request.kind)
  expect(renewed).toHaveLength(1)
  expect(readdirSync(folder)).toContain(renewed[0])
  telemetry.abandon()
})
