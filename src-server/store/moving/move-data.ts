import { ByteWriter } from '../telemetry/columns/byte-writer.ts'
import type { MoveReader, MoveSource, MoveTarget, Part, RowsOf, Soundness } from './move-end.ts'
import { RowSum } from './row-sum.ts'
import type { MovedTable } from './row-text.ts'
import { writeTelemetryPage, type TelemetryPage } from './telemetry-page.ts'

/** The progress of a move, for a person. */
export interface MoveReport {
  /** A table, or the pages of figures, has arrived. */
  moved(what: string, count: number): void
  /** Both sides have the same, or not. */
  compared(what: string, count: number, isSame: boolean): void
  /** The next part of the work begins. */
  step(text: string): void
}

export interface MoveResult {
  readonly isSame: boolean
  /** The differences, for people. */
  readonly differences: readonly string[]
  /** Rows in which a NUL became another character, by table. */
  readonly changed: ReadonlyMap<string, number>
  readonly rows: number
  readonly steps: number
  readonly accounts: number
  readonly soundness: Soundness
}

const PARTS = ['main', 'telemetry'] as const satisfies readonly Part[]

/**
 * Moves all data from one side to the other, and compares both. The target is complete and the source is marked only where
 * nothing differs.
 * @throws errors of both sides. The target stays incomplete then
 */
export async function moveData(
  source: MoveSource,
  target: MoveTarget,
  report: MoveReport,
): Promise<MoveResult> {
  const tables = { main: tablesOf(source, target, 'main'), telemetry: tablesOf(source, target, 'telemetry') }
  const { reader } = source
  report.step('Moving')
  await target.fillMain(rowsOf(reader, 'main', tables.main, report), await reader.lastNumbers())
  await target.fillTelemetry(
    rowsOf(reader, 'telemetry', tables.telemetry, report),
    pagesOf(reader, report),
    await reader.progress(),
  )
  const changed = new Map(reader.changed)
  report.step('Comparing')
  const differences: string[] = []
  let rows = 0
  const note = (what: string, count: number, isSame: boolean) => {
    report.compared(what, count, isSame)
    if (!isSame) differences.push(what)
  }
  for (const part of PARTS)
    for (const table of tables[part]) {
      const [one, other] = await Promise.all(
        [reader, target.reader].map((side) => sumRows(side, part, table)),
      )
      note(table.name, one?.rows ?? 0, isSameSum(one, other))
      rows += one?.rows ?? 0
    }
  const [pages, theirs] = await Promise.all([sumPages(reader), sumPages(target.reader)])
  note('figures of accounts', pages.accounts, pages.text === theirs.text)
  const progress = [await reader.progress(), await target.reader.progress()] as const
  const isBegun = progress[0][1] !== undefined && progress[0][2] !== undefined
  if (isBegun) note('progress of figures', 2, JSON.stringify(progress[0]) === JSON.stringify(progress[1]))
  const soundness = await reader.soundness()
  const theirSoundness = await target.reader.soundness()
  note(
    'audit log and ledger',
    soundness.auditRows,
    JSON.stringify(soundness) === JSON.stringify(theirSoundness),
  )
  const isSame = differences.length === 0
  if (isSame) {
    report.step('Completing')
    await target.settle()
    // The source first: at no moment do servers open both.
    await source.markMoved(target.name)
    await target.finish()
  }
  return { isSame, differences, changed, rows, steps: pages.steps, accounts: pages.accounts, soundness }
}

/** @throws Error where the sides don't have the same tables: one of them lacks a migration */
function tablesOf(source: MoveSource, target: MoveTarget, part: Part): readonly MovedTable[] {
  const [ours, theirs] = [source.reader.tables(part), target.reader.tables(part)]
  if (shapeOf(ours) !== shapeOf(theirs)) throw new Error(`the tables of ${target.name} differ`)
  return ours
}

function shapeOf(tables: readonly MovedTable[]): string {
  const texts = tables.map(
    ({ name, columns }) =>
      `${name}: ${columns
        .map((column) => `${column.name} ${column.kind}`)
        .sort()
        .join()}`,
  )
  return texts.sort().join('\n')
}

async function* rowsOf(
  reader: MoveReader,
  part: Part,
  tables: readonly MovedTable[],
  report: MoveReport,
): AsyncGenerator<RowsOf> {
  for (const table of tables) {
    let count = 0
    const counted = async function* () {
      for await (const lines of reader.rows(part, table)) {
        count += lines.length
        yield lines
      }
    }
    yield { table, rows: counted() }
    report.moved(table.name, count)
  }
}

async function* pagesOf(reader: MoveReader, report: MoveReport): AsyncGenerator<TelemetryPage> {
  let count = 0
  for await (const page of reader.pages()) {
    yield page
    count++
  }
  report.moved('pages of figures', count)
}

async function sumRows(reader: MoveReader, part: Part, table: MovedTable): Promise<RowSum> {
  const sum = new RowSum()
  for await (const lines of reader.rows(part, table)) for (const line of lines) sum.add(line)
  return sum
}

function isSameSum(one: RowSum | undefined, other: RowSum | undefined): boolean {
  return one !== undefined && other !== undefined && one.rows === other.rows && one.text() === other.text()
}

async function sumPages(reader: MoveReader) {
  const sum = new RowSum()
  const bytes = new ByteWriter()
  const counts = { accounts: 0, steps: 0, days: 0 }
  for await (const page of reader.pages()) {
    const { accounts, steps, days } = writeTelemetryPage(bytes, page)
    counts.accounts += accounts
    counts.steps += steps
    counts.days += days
    sum.add(bytes.take())
  }
  return { ...counts, text: `${sum.rows} ${sum.text()}` }
}
