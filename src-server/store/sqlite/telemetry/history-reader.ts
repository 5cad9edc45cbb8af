import type { History, HistoryQuery, TrendQuery } from '../../telemetry-store.ts'
import { PAGE_SIZE, pageOf } from '../../telemetry/account-page.ts'
import type { AccountPages } from './account-pages.ts'
import { addDaySteps } from '../../telemetry/day-rows.ts'
import { historyOf, trendOf, trendPoints } from '../../telemetry/history-points.ts'
import type { Days } from './days.ts'
import type { Fold } from './fold.ts'
import { eachOf, type FreshSteps } from './fresh-steps.ts'
import type { OldHistory } from './old-history.ts'
import { CHUNKED, type Level, type StepChunks } from './step-chunks.ts'
import { STEP_WIDTH, Steps } from '../../telemetry/step-rows.ts'
import { chooseTier, type Tier } from '../../telemetry/tiers.ts'

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
    return historyOf(this.#steps(tier, deviceId, from - (from % tier), to + 1).rows, tier, points)
  }

  /** Pauses after each account. */
  *trends(
    query: TrendQuery,
    now: number,
    tiers: readonly Tier[],
  ): Generator<undefined, Map<number, Float64Array>> {
    const { ids, from, to } = query
    const trends = new Map<number, Float64Array>()
    for (const deviceId of ids) {
      const points = trendPoints(query.points)
      trends.set(deviceId, trendOf(this.history({ deviceId, from, to, points }, now, tiers), query))
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

  /** Days as steps. */
  #daySteps(deviceId: number, from: number, before: number): Steps {
    const { days, old } = this.#parts
    const steps = new Steps()
    if (old.has(deviceId)) old.read('day', deviceId, steps, from, before)
    addDaySteps(steps, days.rowsOf(deviceId, Math.floor(from / DAY), Math.ceil(before / DAY) - 1))
    return steps
  }
}
