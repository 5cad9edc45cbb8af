import type { ReportRecord } from '../../src-server/contract/records/performance.ts'
import { serverDay } from '../i18n/server-day.ts'

const NONE = '—'
const MINUS = '\u2212'

/** Two decimals, thousands apart, a true minus. */
export function reportMoney(value: number, sign = false): string {
  const text = Math.abs(value).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const isNought = !/[1-9]/.test(text)
  return `${isNought ? '' : value < 0 ? MINUS : sign ? '+' : ''}${text}`
}

/** A part as percent: 0.05 is 5.00%. */
export function reportRate(value: number | null, sign = true): string {
  return value === null ? NONE : `${reportMoney(value * 100, sign)}%`
}

/** The first and the last day of a report. Empty for a report without days. */
export function reportPeriod({ statistics, utc_offset: offset }: ReportRecord): string {
  const { first, last } = statistics
  return first === null || last === null ? '' : `${serverDay(first, offset)} – ${serverDay(last, offset)}`
}

/** A time of the server's wall clock: `2026-11-30 14:05`. */
export function reportTime(at: number, { utc_offset: offset }: Pick<ReportRecord, 'utc_offset'>): string {
  return new Date((at + offset * 60) * 1000).toISOString().slice(0, 16).replace('T', ' ')
}

/** The offset of the server's clock: `UTC+08:00`. */
export function reportZone({ utc_offset: offset }: Pick<ReportRecord, 'utc_offset'>): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const length = Math.abs(offset)
  return `UTC${offset < 0 ? MINUS : '+'}${two(Math.floor(length / 60))}:${two(length % 60)}`
}

export interface ReportFigure {
  /** A key of `report.figure`. */
  readonly name: string
  readonly value: string
  readonly more?: string
}

/** The key figures of a report in their order. */
export function reportFigures(report: ReportRecord): ReportFigure[] {
  const { statistics } = report
  const { drawdown, recovery, best, worst, winning, losing } = statistics
  const traded = winning + losing
  const ofDay = (one: typeof best) =>
    one === null
      ? { value: NONE }
      : { value: reportMoney(one.profit, true), more: serverDay(one.day, report.utc_offset) }
  return [
    { name: 'profit', value: reportMoney(statistics.profit, true) },
    { name: 'rate', value: reportRate(statistics.rate) },
    {
      name: 'drawdown',
      value: drawdown === null ? NONE : reportRate(statistics.drawdown_rate, false),
      ...(drawdown !== null && { more: reportMoney(drawdown.size) }),
    },
    { name: 'recovery', value: recovery === null ? NONE : reportMoney(recovery) },
    { name: 'realised', value: reportMoney(statistics.realised, true) },
    { name: 'floating', value: reportMoney(statistics.floating, true) },
    { name: 'best', ...ofDay(best) },
    { name: 'worst', ...ofDay(worst) },
    {
      name: 'winning',
      value: traded === 0 ? NONE : `${Math.round((winning / traded) * 100)}%`,
      ...(traded > 0 && { more: `${winning}/${traded}` }),
    },
    { name: 'deposits', value: reportMoney(statistics.deposits) },
    { name: 'withdrawals', value: reportMoney(statistics.withdrawals) },
    { name: 'days', value: String(statistics.days) },
  ]
}
