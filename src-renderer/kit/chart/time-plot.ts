import uPlot from 'uplot'
import { shownZone } from '../../i18n/zone.ts'

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

const DAY = 86_400
const FONT = '11px "Inter Variable", sans-serif'
const AXIS_WIDTH = 60
/** uPlot's Side is an ambient const enum, which a module on its own can't read. */
const RIGHT: uPlot.Axis.Side = 1

const token = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()

/** Lines over time, with the scale at the right and times below. */
export function timePlot(look: ChartLook, lines: readonly ChartLine[]): uPlot.Options {
  const zone = shownZone.value
  const axis = {
    stroke: token('ink-3'),
    font: FONT,
    grid: { stroke: token('line-soft'), width: 1 },
    ticks: { show: false },
  }
  const isLong = look.to - look.from > 2 * DAY
  const times = new Intl.DateTimeFormat(look.locale, {
    timeZone: zone,
    ...(isLong
      ? ({ month: 'short', day: 'numeric' } as const)
      : ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const)),
  })
  return {
    width: look.width,
    height: look.height,
    legend: { show: false },
    padding: [8, 0, 0, 20],
    tzDate: (at) => (zone === undefined ? new Date(at * 1000) : uPlot.tzDate(new Date(at * 1000), zone)),
    cursor: { points: { size: 5 }, y: false, drag: { x: false, y: false } },
    scales: {
      x: { time: true, range: [look.from, look.to] },
      y: { range: (_plot, _low, high) => [0, high > 0 ? high * 1.1 : 1] },
    },
    axes: [
      {
        ...axis,
        size: 22,
        space: 60,
        values: (_plot, at) => at.map((second) => times.format(second * 1000)),
        ...(isLong && { incrs: [1, 2, 7, 14].map((days) => days * DAY) }),
      },
      {
        ...axis,
        side: RIGHT,
        size: AXIS_WIDTH,
        space: 28,
        values: (_plot, values) => scaleLabels(values.map((value) => look.format(value))),
      },
    ],
    series: [
      {},
      ...lines.map(({ colour }, index) => ({
        stroke: token(colour),
        width: 1.5,
        ...(index === 0 && { fill: `${token(colour)}1f` }),
        points: { show: false },
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
