import type { Clock } from '../../contract/ports.ts'
import { joinResults, type AccountResult } from '../../domain/fleet/account-result.ts'
import { dayStart } from '../../domain/calendar/wall-days.ts'
import type { DaySpan, PeriodColumns, TelemetryStore } from '../../store/telemetry-store.ts'
import { KeptAnswers } from './kept-answers.ts'

interface Parts {
  readonly telemetry: Pick<TelemetryStore, 'period'>
  readonly clock: Clock
  readonly utcOffset: (at: number) => number
}

/** Ended days don't change. Seconds, so that the memory is free again after a while. */
const ENDED_KEPT = 600
/** Pulses move the figures of today. Seconds. */
const TODAY_KEPT = 10
/** Spans in memory: about 60 bytes for each account. */
const MOST_SPANS = 6

/** The result of each account in a period. */
export interface Period {
  /** @returns undefined for an account without data in the period */
  of(deviceId: number): AccountResult | undefined
}

/** The results of all accounts in periods. The ended days of a period are read once, and today again after a moment. */
export class PeriodBook {
  readonly #parts: Parts
  readonly #kept: KeptAnswers<Period>

  constructor(parts: Parts) {
    this.#parts = parts
    this.#kept = new KeptAnswers(parts.clock, MOST_SPANS)
  }

  async of(span: DaySpan): Promise<Period> {
    const { clock, utcOffset } = this.#parts
    const parts = splitToday(span, clock.now(), utcOffset)
    const read = await Promise.all(parts.map((part) => this.#read(part)))
    return {
      of: (id) => {
        const found = read.flatMap((period) => period.of(id) ?? [])
        return found.length === 0 ? undefined : found.reduce(joinResults)
      },
    }
  }

  #read({ from, to, seconds }: SpanPart): Promise<Period> {
    const { telemetry } = this.#parts
    return this.#kept.get(`${from} ${to}`, seconds, async () => placed(await telemetry.period({ from, to })))
  }
}

export interface SpanPart extends DaySpan {
  /** The time for which its answer is kept. */
  readonly seconds: number
}

/** The ended days of a span, and today. */
export function splitToday(
  { from, to }: DaySpan,
  now: number,
  utcOffset: (at: number) => number,
): readonly SpanPart[] {
  const [first, today] = [dayStart(from, utcOffset), dayStart(now, utcOffset)]
  const ended = { from: first, to: Math.min(dayStart(to, utcOffset), today - 1), seconds: ENDED_KEPT }
  const current = { from: Math.max(first, today), to: to < today ? to : today, seconds: TODAY_KEPT }
  return [ended, current].filter((part) => part.from <= part.to)
}

/** Finds each account's place in the columns by its number. */
function placed(columns: PeriodColumns): Period {
  const { ids, profit, realised, deposits, withdrawals, equityFirst, ddMax } = columns
  const places = new Int32Array(ids.reduce((most, id) => Math.max(most, id), 0) + 1)
  ids.forEach((id, place) => {
    places[id] = place + 1
  })
  const at = (column: Float64Array, place: number) => column[place - 1] ?? NaN
  return {
    of: (id) => {
      const place = places[id] ?? 0
      if (place === 0) return undefined
      return {
        profit: at(profit, place),
        realised: at(realised, place),
        deposits: at(deposits, place),
        withdrawals: at(withdrawals, place),
        equityFirst: at(equityFirst, place),
        ddMax: at(ddMax, place),
      }
    },
  }
}
