import { type AccountPage, DAY_WIDTH, PAGE_SIZE } from '../../telemetry/account-page.ts'
import { type ByteWriter, ByteReader } from '../../telemetry/columns/byte-writer.ts'
import { STEP_WIDTH } from '../../telemetry/step-rows.ts'
import { PULSE_WIDTH } from '../../pulse-batch.ts'

/** A pulse's numbers without the id, which the row has, and without the places of its texts. */
const FIGURES = PULSE_WIDTH - 3
const DOUBLE = 8
/** The place of the running day in the bytes, counted from 1, and its length. */
export const DAY_START = (FIGURES + STEP_WIDTH) * DOUBLE + 1
export const DAY_BYTES = DAY_WIDTH * DOUBLE

/** Writes an account's latest pulse, running minute and running day. All numbers have one size: an update is short for that. */
export function writeState(to: ByteWriter, page: AccountPage, local: number): void {
  const latest = local * PULSE_WIDTH
  for (let figure = 1; figure <= FIGURES; figure++) to.double(page.latest[latest + figure] ?? NaN)
  writeNumbers(to, page.minutes, local * STEP_WIDTH, STEP_WIDTH)
  writeNumbers(to, page.days, local * DAY_WIDTH, DAY_WIDTH)
  to.text(page.symbols[local] ?? '')
  to.text(page.ips[local] ?? '')
}

export function readState(page: AccountPage, local: number, bytes: Buffer): void {
  const from = new ByteReader(bytes)
  const latest = local * PULSE_WIDTH
  page.latest[latest] = page.idOf(local)
  for (let figure = 1; figure <= FIGURES; figure++) page.latest[latest + figure] = from.double()
  readNumbers(from, page.minutes, local * STEP_WIDTH, STEP_WIDTH)
  readNumbers(from, page.days, local * DAY_WIDTH, DAY_WIDTH)
  page.symbols[local] = from.text()
  page.ips[local] = from.text()
}

/** Forgets an account. */
export function clearState(page: AccountPage, local: number): void {
  page.latest.fill(0, local * PULSE_WIDTH, (local + 1) * PULSE_WIDTH)
  page.minutes.fill(0, local * STEP_WIDTH, (local + 1) * STEP_WIDTH)
  page.days.fill(0, local * DAY_WIDTH, (local + 1) * DAY_WIDTH)
  page.symbols[local] = ''
  page.ips[local] = ''
}

export function writeNumbers(to: ByteWriter, numbers: Float64Array, at: number, width: number): void {
  for (let column = 0; column < width; column++) to.double(numbers[at + column] ?? NaN)
}

function readNumbers(from: ByteReader, numbers: Float64Array, at: number, width: number): void {
  for (let column = 0; column < width; column++) numbers[at + column] = from.double()
}

/** A day's row. */
export function readDay(bytes: Buffer): Float64Array {
  const day = new Float64Array(DAY_WIDTH)
  readNumbers(new ByteReader(bytes), day, 0, DAY_WIDTH)
  return day
}

/** The place of an account in its page. */
export function localOf(deviceId: number): number {
  return deviceId % PAGE_SIZE
}
