import type { History, HistoryQuery, TrendQuery } from '../../telemetry-store.ts'
import { DAY_WIDTH, PAGE_SIZE, pageOf } from './account-page.ts'
import type { AccountPages } from './account-pages.ts'
import type { Days } from './days.ts'
import type { Fold } from './fold.ts'
import { eachOf, type FreshSteps } from './fresh-steps.ts'
import type { OldHistory } from './old-history.ts'
import { CHUNKED, type Level, type StepChunks } from './step-chunks.ts'
import { AT, pointOf, STEP_WIDTH, Steps } from './step-rows.ts'
import { chooseTier, type Tier } from './tiers.ts'

interface HistoryParts {
  readonly pages: AccountPages
  readonly fresh: FreshSteps
  readonly chunks: StepChunks
  readonly fold: Fold
  readonly days: Days
  readonly old: OldHistory
}

const DAY = 86_400

/** Reads the history of an account from all places: chunks, stored minutes, and memory. */
export class HistoryReader {
  readonly #parts: HistoryParts

  constructor(parts: HistoryParts) {
    this.#parts = parts
  }

  /** The steps of a span. @param now decides which steps still exist */
  history(query: HistoryQuery, now: number, tiers: readonly Tier[]): History {
    const { deviceId, from, to, points } = query
    const tier = chooseTier(to - from, points, now - from, tiers)
    const { numbers, count } = this.#steps(tier, deviceId, from - (from % tier), to + 1).rows
    const each = Math.max(1, Math.ceil(count / points))
    const merged = new Steps()
    const row = new Float64Array(STEP_WIDTH)
    for (let index = 0; index < count; index++) {
      const at = index * STEP_WIDTH
      row.set(numbers.subarray(at, at + STEP_WIDTH))
      // Neighbours get the time of the first of them, and so become one.
      row[AT] = numbers[(index - (index % each)) * STEP_WIDTH + AT] ?? NaN
      merged.add(row, 0)
    }
    const rows = merged.rows
    return {
      seconds: tier * each,
      points: Array.from({ length: rows.count }, (_, index) => pointOf(rows.numbers, index * STEP_WIDTH)),
    }
  }

  /** Pauses after each account. */
  *trends(
    { ids, from, to, points }: TrendQuery,
    now: number,
    tiers: readonly Tier[],
  ): Generator<undefined, Map<number, Float64Array>> {
    const part = (to - from) / points
    const trends = new Map<number, Float64Array>()
    for (const deviceId of ids) {
      const trend = new Float64Array(points).fill(NaN)
      trends.set(deviceId, trend)
      // Twice as many steps as parts, so that nearly every part has the end of a step.
      const history = this.history({ deviceId, from, to, points: points * 2 }, now, tiers)
      for (const { at, equity } of history.points) {
        const place = Math.max(0, Math.floor((at - from) / part))
        if (equity !== null && place < points) trend[place] = equity
      }
      yield
    }
    return trends
  }

  #steps(tier: number, deviceId: number, from: number, before: number): Steps {
    if (tier === DAY) return this.#daySteps(deviceId, from, before)
    const level = CHUNKED.findIndex((one) => one.tier === tier) as Level
    const steps = this.#stored(level, deviceId, from, before)
    const unfolded = new Steps()
    this.#addUnfolded(deviceId, unfolded)
    const inTier = level === 0 ? unfolded : unfolded.in(tier)
    steps.addAll(inTier.rows, from, before)
    return steps
  }

  /** The boundary: steps of this level before it are in chunks, and behind it those of finer levels. */
  #stored(level: Level, deviceId: number, from: number, before: number): Steps {
    const { chunks, fold, old } = this.#parts
    const steps = new Steps()
    const isOld = old.has(deviceId)
    if (level === 0) {
      if (isOld) old.read(0, deviceId, steps, from, before)
      chunks.read(0, deviceId, steps, from, before)
      return steps
    }
    const boundary = isOld ? fold.begun(level) : fold.boundary(level, deviceId)
    if (isOld) old.read(level, deviceId, steps, from, Math.min(before, boundary))
    chunks.read(level, deviceId, steps, from, Math.min(before, boundary))
    const finer = this.#stored(level === 1 ? 0 : 1, deviceId, Math.max(from, boundary), before)
    steps.addAll(finer.in(CHUNKED[level].tier).rows)
    return steps
  }

  /** The minutes of an account that are in no chunk. */
  #addUnfolded(deviceId: number, to: Steps): void {
    const { pages, fresh } = this.#parts
    const number = pageOf(deviceId)
    const local = deviceId % PAGE_SIZE
    const add = (numbers: Float64Array, at: number) => {
      to.add(numbers, at)
    }
    for (const rows of fresh.ofPage(number)) eachOf(rows, local, add)
    const page = pages.get(number)
    if (page === undefined) return
    eachOf(page.endedMinutes, local, add)
    if ((page.minutes[local * STEP_WIDTH] ?? 0) > 0) to.add(page.minutes, local * STEP_WIDTH)
  }

  /** Days as steps. Their times are those of their days, as if the wall clock showed UTC. */
  #daySteps(deviceId: number, from: number, before: number): Steps {
    const { days, old } = this.#parts
    const steps = new Steps()
    if (old.has(deviceId)) old.read('day', deviceId, steps, from, before)
    const row = new Float64Array(DAY_WIDTH)
    for (const [day, figures] of days.rowsOf(deviceId, Math.floor(from / DAY), Math.ceil(before / DAY) - 1)) {
      row.set(figures)
      row[AT] = day * DAY
      steps.add(row, 0)
    }
    return steps
  }
}
