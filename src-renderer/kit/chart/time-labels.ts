import type uPlot from 'uplot'
import { shownZone } from '../../i18n/zone.ts'

const MINUTE = 60
const DAY = 86_400
const YEAR = 365 * DAY

/** Labels of a time axis: as fine as its step, so that neighbours differ. `step` is in seconds, as `span` is. */
export function timeLabels(at: readonly number[], step: number, span: number, locale: string): string[] {
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: shownZone.value } as const
  const day = { month: 'short', day: 'numeric', timeZone: shownZone.value } as const
  const format = new Intl.DateTimeFormat(
    locale,
    step < MINUTE
      ? { ...clock, second: '2-digit' }
      : step < DAY
        ? span > 2 * DAY
          ? { ...day, ...clock }
          : clock
        : span > YEAR
          ? { ...day, year: 'numeric' }
          : day,
  )
  return at.map((second) => format.format(second * 1000))
}

/** Labels that name days are on days: a label every twelve hours would say each day twice. @param span seconds */
export function timeSteps(span: number): Pick<uPlot.Axis, 'incrs'> {
  return span > 1.5 * DAY ? { incrs: [1, 2, 3, 7, 14, 30, 61, 91, 182, 365].map((days) => days * DAY) } : {}
}
