import { PULSE_WIDTH } from '../../pulse-batch.ts'
import { AccountPage, DAY_WIDTH, PAGE_SIZE } from '../../telemetry/account-page.ts'
import { ByteReader, type ByteWriter } from '../../telemetry/columns/byte-writer.ts'
import { readColumns, writeColumns } from '../../telemetry/columns/columns.ts'
import { RowList, STEP_WIDTH } from '../../telemetry/step-rows.ts'
import { readTexts, TextList } from './text-list.ts'

/** A pulse's numbers without the id, which follows from the place, and the two texts. */
const FIGURES = PULSE_WIDTH - 3
/** The columns of an account: its place, figures, texts, minute, day. */
const WIDTH = 1 + FIGURES + 2 + STEP_WIDTH + DAY_WIDTH

/** Writes a page as it is in memory, without what ended. */
export function writePage(to: ByteWriter, page: AccountPage): void {
  const rows = new RowList(WIDTH, PAGE_SIZE)
  const texts = new TextList()
  const row = new Float64Array(WIDTH)
  for (let local = 0; local < PAGE_SIZE; local++) {
    if (!page.has(local)) continue
    let at = 0
    row[at++] = local
    for (let figure = 1; figure <= FIGURES; figure++)
      row[at++] = page.latest[local * PULSE_WIDTH + figure] ?? NaN
    row[at++] = texts.placeOf(page.symbols[local] ?? '')
    row[at++] = texts.placeOf(page.ips[local] ?? '')
    for (let figure = 0; figure < STEP_WIDTH; figure++)
      row[at++] = page.minutes[local * STEP_WIDTH + figure] ?? NaN
    for (let figure = 0; figure < DAY_WIDTH; figure++)
      row[at++] = page.days[local * DAY_WIDTH + figure] ?? NaN
    rows.add(row, 0)
  }
  texts.write(to)
  writeColumns(to, rows)
}

export function readPage(number: number, bytes: Buffer): AccountPage {
  const page = new AccountPage(number)
  const from = new ByteReader(bytes)
  const texts = readTexts(from)
  const { numbers } = readColumns(from, WIDTH)
  for (let start = 0; start < numbers.length; start += WIDTH) {
    let at = start
    const local = numbers[at++] ?? 0
    page.latest[local * PULSE_WIDTH] = page.idOf(local)
    for (let figure = 1; figure <= FIGURES; figure++)
      page.latest[local * PULSE_WIDTH + figure] = numbers[at++] ?? NaN
    page.symbols[local] = texts[numbers[at++] ?? NaN] ?? ''
    page.ips[local] = texts[numbers[at++] ?? NaN] ?? ''
    for (let figure = 0; figure < STEP_WIDTH; figure++)
      page.minutes[local * STEP_WIDTH + figure] = numbers[at++] ?? NaN
    for (let figure = 0; figure < DAY_WIDTH; figure++)
      page.days[local * DAY_WIDTH + figure] = numbers[at++] ?? NaN
  }
  return page
}
