import uPlot from 'uplot'
import { shownZone } from '../../i18n/zone.ts'

/** uPlot's Side is an ambient const enum, which a module on its own can't read. */
export const RIGHT: uPlot.Axis.Side = 1
const FONT = '11px "Inter Variable", sans-serif'

/** A colour of the theme as it is now. @param name with its dashes */
export function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

/** An axis in the theme's colours, without ticks. */
export function plotAxis(rest: uPlot.Axis): uPlot.Axis {
  return {
    stroke: token('--ink-3'),
    font: FONT,
    grid: { stroke: token('--line-soft'), width: 1 },
    ticks: { show: false },
    ...rest,
  }
}

/** The dates of a plot: its axis marks the hours and days of the shown zone. */
export function plotDates(): NonNullable<uPlot.Options['tzDate']> {
  const zone = shownZone.value
  return (at) => (zone === undefined ? new Date(at * 1000) : uPlot.tzDate(new Date(at * 1000), zone))
}
