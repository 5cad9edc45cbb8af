import { DAY_WIDTH, PAGE_SIZE, type AccountPage } from '../telemetry/account-page.ts'
import type { ByteWriter } from '../telemetry/columns/byte-writer.ts'
import { writeColumns, type Rows } from '../telemetry/columns/columns.ts'
import { STEP_WIDTH, Steps } from '../telemetry/step-rows.ts'
import { PULSE_WIDTH } from '../pulse-batch.ts'

/** The steps of each level by account: minutes, ten minutes, hours. */
export type LevelSteps = readonly [Map<number, Steps>, Map<number, Steps>, Map<number, Steps>]
/** Seconds of history in a span of longer steps, by their level. Both engines have the same. */
export const SPANS = { 1: 86_400, 2: 16 * 86_400 } as const

/** The span that is made next of a level, and the first account without it. */
export interface MovedLevel {
  readonly span: number
  readonly account: number
}

/**
 * The figures of neighbouring accounts by their meaning: each engine keeps them in another form. Minutes that wait to be packed
 * are among the minutes, and in the longer steps where these are complete.
 */
export interface TelemetryPage {
  /** The latest pulses, the running minutes and the running days. */
  readonly page: AccountPage
  readonly steps: LevelSteps
  /** The ended days with the places of their accounts, by day. */
  readonly days: ReadonlyMap<number, Rows>
}

export function newSteps(): LevelSteps {
  return [new Map(), new Map(), new Map()]
}

/** The steps of an account in a level. */
export function stepsOf(levels: LevelSteps, level: 0 | 1 | 2, account: number): Steps {
  const known = levels[level].get(account) ?? new Steps()
  levels[level].set(account, known)
  return known
}

/**
 * Adds minutes that wait to be packed.
 * @param boundary the time before which a level's steps of the account are complete, Unix seconds
 * @param tiers the lengths of the longer steps, seconds
 */
export function addWaiting(
  levels: LevelSteps,
  account: number,
  minutes: Steps,
  boundary: (level: 1 | 2) => number,
  tiers: Readonly<Record<1 | 2, number>>,
): void {
  stepsOf(levels, 0, account).addAll(minutes.rows)
  for (const level of [1, 2] as const) {
    const late = new Steps()
    late.addAll(minutes.rows, -Infinity, boundary(level))
    if (late.rows.count > 0) stepsOf(levels, level, account).addAll(late.in(tiers[level]).rows)
  }
}

export function isEmptyPage({ page, steps, days }: TelemetryPage): boolean {
  if (steps.some((level) => level.size > 0) || days.size > 0) return false
  for (let local = 0; local < PAGE_SIZE; local++) if (page.has(local)) return false
  return true
}

/** The counts of a page's contents. */
export interface PageCounts {
  accounts: number
  steps: number
  days: number
}

/** Writes a page so that pages with the same meaning have the same bytes. */
export function writeTelemetryPage(to: ByteWriter, { page, steps, days }: TelemetryPage): PageCounts {
  const counts: PageCounts = { accounts: 0, steps: 0, days: 0 }
  to.varint(page.number)
  for (let local = 0; local < PAGE_SIZE; local++) {
    if (!page.has(local)) continue
    counts.accounts++
    to.varint(page.idOf(local))
    writeAll(to, page.latest, local * PULSE_WIDTH, PULSE_WIDTH - 2)
    writeAll(to, page.minutes, local * STEP_WIDTH, STEP_WIDTH)
    writeAll(to, page.days, local * DAY_WIDTH, DAY_WIDTH)
    to.text(page.symbols[local] ?? '')
    to.text(page.ips[local] ?? '')
  }
  steps.forEach((level, number) => {
    for (const [account, { rows }] of inOrder(level)) {
      if (rows.count === 0) continue
      counts.steps += rows.count
      to.varint(number)
      to.varint(account)
      writeColumns(to, rows)
    }
  })
  for (const [day, rows] of inOrder(days)) {
    counts.days += rows.count
    to.varint(day)
    writeColumns(to, rows)
  }
  return counts
}

function inOrder<T>(map: ReadonlyMap<number, T>): [number, T][] {
  return [...map].sort(([one], [other]) => one - other)
}

/** All that are no number get the same bits. */
function writeAll(to: ByteWriter, numbers: Float64Array, at: number, width: number): void {
  for (let column = 0; column < width; column++) {
    const value = numbers[at + column] ?? NaN
    to.double(Number.isNaN(value) ? NaN : value)
  }
}
