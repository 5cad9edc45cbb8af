import uPlot from 'uplot'
import { shownZone } from '../../../i18n/zone.ts'
import { money } from '../../../subjects/figures/figures.ts'
import type { RiskLimits } from '../../../../src-server/contract/account-risk.ts'
import { HISTORY_RANGES, type HistoryRange } from './history-series.ts'

/** What the two plots of one chart share. */
export interface PlotLook {
  readonly width: number
  readonly range: HistoryRange
  readonly locale: string
  readonly limits: RiskLimits
  /** Both cursors move together under this name. */
  readonly sync: string
  onCursor(index: number | null): void
}

const AXIS_WIDTH = 62
/** Half a label of the time axis, which stands around its tick. */
const SIDE_PADDING = 20
const TIME_AXIS_HEIGHT = 22
/** uPlot's Side is an ambient const enum, which a module on its own can't read. */
const RIGHT: uPlot.Axis.Side = 1
const FONT = '11px "Inter Variable", sans-serif'

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

function axis(rest: uPlot.Axis): uPlot.Axis {
  return {
    stroke: token('--ink-3'),
    font: FONT,
    grid: { stroke: token('--line-soft'), width: 1 },
    ticks: { show: false },
    ...rest,
  }
}

/** Labels that name days stand on days: a label every twelve hours would say each day twice. */
function wholeDays({ range }: PlotLook): Pick<uPlot.Axis, 'incrs'> {
  const day = HISTORY_RANGES['1D']
  return HISTORY_RANGES[range] > day ? { incrs: [1, 2, 3, 7, 14, 30, 61, 91].map((days) => days * day) } : {}
}

function timeLabels({ range, locale }: PlotLook): (plot: uPlot, at: number[]) => string[] {
  const format = new Intl.DateTimeFormat(
    locale,
    HISTORY_RANGES[range] > HISTORY_RANGES['1D']
      ? { month: 'short', day: 'numeric', timeZone: shownZone.value }
      : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: shownZone.value },
  )
  return (_plot, at) => at.map((second) => format.format(second * 1000))
}

function shared(
  look: PlotLook,
  height: number,
): Pick<uPlot.Options, 'width' | 'height' | 'legend' | 'cursor' | 'tzDate'> {
  const zone = shownZone.value
  return {
    width: look.width,
    height,
    legend: { show: false },
    // The axis marks the hours and days of the shown zone.
    tzDate: (at) => (zone === undefined ? new Date(at * 1000) : uPlot.tzDate(new Date(at * 1000), zone)),
    cursor: { sync: { key: look.sync }, points: { size: 5 }, y: false, drag: { x: false, y: false } },
  }
}

/** The area under equity fades out, so that the steps of balance stay readable. */
function fade(colour: string): (plot: uPlot) => CanvasGradient {
  return (plot) => {
    const gradient = plot.ctx.createLinearGradient(0, plot.bbox.top, 0, plot.bbox.top + plot.bbox.height)
    gradient.addColorStop(0, `${colour}40`)
    gradient.addColorStop(1, `${colour}03`)
    return gradient
  }
}

/** Series: equity, lowest, highest inside a step (a band), balance in steps. */
export function equityPlot(look: PlotLook, height: number): uPlot.Options {
  const accent = token('--accent')
  const ink = token('--ink-3')
  const hidden = { stroke: 'transparent', width: 0, points: { show: false } }
  const options: uPlot.Options = {
    ...shared(look, height),
    padding: [8, 0, 6, SIDE_PADDING],
    scales: { x: { time: true } },
    axes: [
      axis({ size: 0, values: () => [] }),
      axis({
        side: RIGHT,
        size: AXIS_WIDTH,
        values: (_plot, values) => values.map((value) => money(value, 0)),
      }),
    ],
    series: [
      {},
      { stroke: accent, width: 1.6, fill: fade(accent), points: { show: false } },
      hidden,
      hidden,
      { stroke: ink, width: 1, dash: [4, 3], points: { show: false } },
    ],
    bands: [{ series: [3, 2], fill: `${accent}2e` }],
    hooks: {
      setCursor: [
        (plot) => {
          look.onCursor(plot.cursor.idx ?? null)
        },
      ],
    },
  }
  const stepped = uPlot.paths.stepped?.({ align: 1 })
  const balance = options.series[4]
  if (stepped && balance) balance.paths = stepped
  return options
}

function drawThresholds(plot: uPlot, limits: RiskLimits): void {
  const lines = [
    [limits.drawdown_warning, '--warn-fill'],
    [limits.drawdown_critical, '--crit-fill'],
  ] as const
  for (const [percent, colour] of lines) {
    const y = plot.valToPos(-percent, 'y', true)
    if (y > plot.bbox.top + plot.bbox.height) continue
    plot.ctx.save()
    plot.ctx.strokeStyle = token(colour)
    plot.ctx.setLineDash([3, 4])
    plot.ctx.beginPath()
    plot.ctx.moveTo(plot.bbox.left, y)
    plot.ctx.lineTo(plot.bbox.left + plot.bbox.width, y)
    plot.ctx.stroke()
    plot.ctx.restore()
  }
}

/** Drawdown below zero, with the limits from which it is a warning and critical. */
export function drawdownPlot(look: PlotLook, height: number): uPlot.Options {
  const critical = token('--crit-fill')
  return {
    ...shared(look, height),
    padding: [8, 0, 0, SIDE_PADDING],
    scales: {
      x: { time: true },
      // Room for the warning line, always; a quiet account must look quiet.
      y: { range: (_plot, low) => [Math.min(-look.limits.drawdown_warning * 1.2, low * 1.1), 0] },
    },
    axes: [
      axis({ size: TIME_AXIS_HEIGHT, space: 60, values: timeLabels(look), ...wholeDays(look) }),
      axis({
        side: RIGHT,
        size: AXIS_WIDTH,
        space: 24,
        values: (_plot, values) => values.map((value) => `${Math.abs(value)}%`),
      }),
    ],
    series: [{}, { stroke: critical, width: 1.2, fill: `${critical}22`, points: { show: false } }],
    hooks: {
      draw: [
        (plot) => {
          drawThresholds(plot, look.limits)
        },
      ],
    },
  }
}
