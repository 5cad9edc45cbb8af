import type uPlot from 'uplot'
import { alonePoints } from './alone-points.ts'
import { plotAxis, plotDates, RIGHT, token } from './plot-parts.ts'
import { timeLabels, timeSteps } from './time-labels.ts'

/** A line of a chart. null is a gap. */
export interface ChartLine {
  readonly label: string
  readonly values: readonly (number | null)[]
  /** The name of a colour of the theme, without its dashes. */
  readonly colour: string
}

interface ChartLook {
  readonly width: number
  readonly height: number
  readonly locale: string
  /** The span that the chart shows, Unix seconds. */
  readonly from: number
  readonly to: number
  readonly format: (value: number) => string
  onCursor(index: number | null): void
}

const AXIS_WIDTH = 60

/** Lines over time, with the scale at the right and times below. */
export function timePlot(look: ChartLook, lines: readonly ChartLine[]): uPlot.Options {
  const span = look.to - look.from
  return {
    width: look.width,
    height: look.height,
    legend: { show: false },
    padding: [8, 0, 0, 20],
    tzDate: plotDates(),
    cursor: { points: { size: 5 }, y: false, drag: { x: false, y: false } },
    scales: {
      x: { time: true, range: [look.from, look.to] },
      y: { range: (_plot, _low, high) => [0, high > 0 ? high * 1.1 : 1] },
    },
    axes: [
      plotAxis({
        size: 22,
        space: 60,
        values: (_plot, at, _axis, _space, step) => timeLabels(at, step, span, look.locale),
        ...timeSteps(span),
      }),
      plotAxis({
        side: RIGHT,
        size: AXIS_WIDTH,
        space: 28,
        values: (_plot, values) => scaleLabels(values.map((value) => look.format(value))),
      }),
    ],
    series: [
      {},
      ...lines.map(({ colour }, index) => ({
        stroke: token(`--${colour}`),
        width: 1.5,
        ...(index === 0 && { fill: `${token(`--${colour}`)}1f` }),
        points: alonePoints(token(`--${colour}`)),
      })),
    ],
    hooks: {
      setCursor: [
        (plot) => {
          look.onCursor(plot.cursor.idx ?? null)
        },
      ],
    },
  }
}

/** A scale of whole numbers repeats none of its labels. */
function scaleLabels(texts: readonly string[]): string[] {
  return texts.map((text, index) => (text === texts[index - 1] ? '' : text))
}
