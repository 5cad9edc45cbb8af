import uPlot from 'uplot'
import { alonePoints } from '../../../kit/chart/alone-points.ts'
import { plotAxis, plotDates, RIGHT, token } from '../../../kit/chart/plot-parts.ts'
import { money, percent } from '../../../subjects/figures/figures.ts'
import type { RiskLimits } from '../../../../src-server/contract/account-risk.ts'
import type { Span } from './chart-range.ts'
import { MARK_LOOKS, type ChartMark } from './mark-looks.ts'
import { timeLabels, timeSteps } from '../../../kit/chart/time-labels.ts'

/** The common part of the plots of one chart. */
export interface PlotLook {
  readonly width: number
  readonly height: number
  /** The length of the range, seconds. */
  readonly seconds: number
  readonly locale: string
  /** All cursors move together under this name. */
  readonly sync: string
  onCursor(index: number | null, at: number | null): void
  onZoom(span: Span): void
}

const AXIS_WIDTH = 62
/** Half a label of the time axis, which stands around its tick. */
const SIDE_PADDING = 20
const TIME_AXIS_HEIGHT = 22
/** A narrower drag is a click. */
const LEAST_DRAG = 6
const MARK_SIZE = 13

function timeAxis({ seconds, locale }: PlotLook): uPlot.Axis {
  return plotAxis({
    size: TIME_AXIS_HEIGHT,
    space: 72,
    values: (plot, at, _axis, _space, step) => {
      const { min, max } = plot.scales['x'] ?? {}
      return timeLabels(at, step, (max ?? 0) - (min ?? 0), locale)
    },
    ...timeSteps(seconds),
  })
}

const NO_POINTS = { show: false } as const

function shared(look: PlotLook): Pick<uPlot.Options, 'width' | 'height' | 'legend' | 'cursor' | 'tzDate'> {
  return {
    width: look.width,
    height: look.height,
    legend: { show: false },
    tzDate: plotDates(),
    cursor: {
      sync: { key: look.sync },
      points: { size: 5 },
      y: false,
      drag: { x: true, y: false, setScale: false },
    },
  }
}

function hooksOf(look: PlotLook, draw: (plot: uPlot) => void): uPlot.Hooks.Arrays {
  return {
    setCursor: [
      (plot) => {
        const { idx = null, left = -1 } = plot.cursor
        look.onCursor(idx, left < 0 ? null : plot.posToVal(left, 'x'))
      },
    ],
    setSelect: [
      (plot) => {
        const { left, width } = plot.select
        if (width < LEAST_DRAG) return
        plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
        look.onZoom({ from: plot.posToVal(left, 'x'), to: plot.posToVal(left + width, 'x') })
      },
    ],
    draw: [draw],
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

/** A line down the plot for each mark, under a letter: colour alone says nothing. */
function drawMarks(plot: uPlot, marks: readonly ChartMark[]): void {
  const { ctx, bbox } = plot
  const ratio = uPlot.pxRatio
  const size = MARK_SIZE * ratio
  let last = -Infinity
  ctx.save()
  ctx.setLineDash([])
  ctx.font = `600 ${9 * ratio}px "Inter Variable", sans-serif`
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  for (const { at, look } of marks) {
    const x = plot.valToPos(at, 'x', true)
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    const { letter, colour } = MARK_LOOKS[look]
    const ink = token(colour)
    ctx.strokeStyle = `${ink}4d`
    ctx.lineWidth = ratio
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    // Letters that overlap are unreadable: the first of them stands for its neighbours.
    if (x - last < size) continue
    last = x
    ctx.fillStyle = token('--panel')
    ctx.strokeStyle = ink
    ctx.beginPath()
    ctx.roundRect(x - size / 2, bbox.top, size, size, 3 * ratio)
    ctx.fill()
    ctx.stroke()
    ctx.fillStyle = ink
    ctx.fillText(letter, x, bbox.top + size / 2 + ratio / 2)
  }
  ctx.restore()
}

/** Series: equity, lowest, highest inside a step (a band), balance in steps. */
export function equityPlot(look: PlotLook, marks: () => readonly ChartMark[]): uPlot.Options {
  const accent = token('--accent')
  const hidden = { stroke: 'transparent', width: 0, points: NO_POINTS }
  const stepped = uPlot.paths.stepped?.({ align: 1 })
  return {
    ...shared(look),
    padding: [8, 0, 6, SIDE_PADDING],
    scales: { x: { time: true } },
    axes: [
      plotAxis({ size: 0, values: () => [] }),
      plotAxis({
        side: RIGHT,
        size: AXIS_WIDTH,
        values: (_plot, values) => values.map((value) => money(value, 0)),
      }),
    ],
    series: [
      {},
      { stroke: accent, width: 1.6, fill: fade(accent), points: alonePoints(accent) },
      hidden,
      hidden,
      {
        stroke: token('--ink-3'),
        width: 1,
        dash: [4, 3],
        points: NO_POINTS,
        ...(stepped && { paths: stepped }),
      },
    ],
    bands: [{ series: [3, 2], fill: `${accent}2e` }],
    hooks: hooksOf(look, (plot) => {
      drawMarks(plot, marks())
    }),
  }
}

function drawThresholds(plot: uPlot, limits: RiskLimits): void {
  const lines = [
    [limits.drawdown_warning, '--warn-fill'],
    [limits.drawdown_critical, '--crit-fill'],
  ] as const
  for (const [limit, colour] of lines) {
    const y = plot.valToPos(-limit, 'y', true)
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
export function drawdownPlot(look: PlotLook, limits: RiskLimits): uPlot.Options {
  const critical = token('--crit-fill')
  return {
    ...shared(look),
    padding: [8, 0, 0, SIDE_PADDING],
    scales: {
      x: { time: true },
      // Room for the warning line, always; a quiet account must look quiet.
      y: { range: (_plot, low) => [Math.min(-limits.drawdown_warning * 1.2, low * 1.1), 0] },
    },
    axes: [
      timeAxis(look),
      plotAxis({
        side: RIGHT,
        size: AXIS_WIDTH,
        space: 24,
        values: (_plot, values) => values.map((value) => `${Math.abs(value)}%`),
      }),
    ],
    series: [{}, { stroke: critical, width: 1.2, fill: `${critical}22`, points: alonePoints(critical) }],
    hooks: hooksOf(look, (plot) => {
      drawThresholds(plot, limits)
    }),
  }
}

/** The colours and dashes of compared accounts, in their order. */
export const COMPARED_LOOKS = [
  { colour: '--accent', dash: [] },
  { colour: '--ok', dash: [] },
  { colour: '--warn', dash: [6, 3] },
  { colour: '--blue', dash: [2, 3] },
  { colour: '--ink-2', dash: [8, 3, 2, 3] },
  { colour: '--crit', dash: [1, 2] },
] as const

/** Returns since the beginning of the range, percent: one series for each account. */
export function comparePlot(look: PlotLook, lines: number): uPlot.Options {
  return {
    ...shared(look),
    padding: [8, 0, 0, SIDE_PADDING],
    scales: { x: { time: true } },
    axes: [
      timeAxis(look),
      plotAxis({
        side: RIGHT,
        size: AXIS_WIDTH,
        values: (_plot, values) => values.map((value) => percent(value, Math.abs(value) < 10 ? 1 : 0)),
      }),
    ],
    series: [
      {},
      ...COMPARED_LOOKS.slice(0, lines).map(({ colour, dash }) => ({
        stroke: token(colour),
        width: 1.6,
        dash: [...dash],
        spanGaps: true,
        points: alonePoints(token(colour)),
      })),
    ],
    hooks: hooksOf(look, () => undefined),
  }
}
