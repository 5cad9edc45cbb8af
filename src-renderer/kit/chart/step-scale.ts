/** Values of steps of equal length. null: a step without a value. */
export type StepValues = readonly (number | null)[]

/** The values between which a chart draws, and the lines of its axis. */
export interface Scale {
  readonly low: number
  readonly high: number
  readonly ticks: readonly number[]
}

const LEADS = [1, 2, 2.5, 5] as const
const USUAL_PARTS = 4

/**
 * Round values from at or below `low` to at or above `high`.
 * @param parts exactly so many parts, to share the lines of another axis; by default about four
 */
export function scaleOf(low: number, high: number, parts?: number): Scale {
  const rough = (high > low ? high - low : Math.abs(high) || 1) / (parts ?? USUAL_PARTS)
  const power = 10 ** Math.floor(Math.log10(rough))
  const steps = [power, power * 10, power * 100].flatMap((one) => LEADS.map((lead) => lead * one))
  const isWide = (step: number) => parts === undefined || Math.floor(low / step) + parts >= high / step
  const step = steps.find((one) => one >= rough * 0.999 && isWide(one)) ?? power * 100
  const first = Math.floor(low / step)
  const last = parts === undefined ? Math.max(first + 1, Math.ceil(high / step)) : first + parts
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => tidy((first + index) * step))
  return { low: tidy(first * step), high: tidy(last * step), ticks }
}

/** 0.30000000000000004 → 0.3 */
function tidy(value: number): number {
  return Number(value.toPrecision(12))
}

/** The place of a value in a chart, from 0 (the top) to 1 (the bottom). */
export function placeOf(value: number, { low, high }: Pick<Scale, 'low' | 'high'>): number {
  return (high - value) / (high - low)
}

/** A part of a bar, from one value to another. */
interface BarPart {
  readonly from: number
  readonly to: number
}

/** Puts the bars of several series on each other: gains go up from nought, losses down. @returns by series, then by step */
export function stackBars(series: readonly StepValues[]): (BarPart | null)[][] {
  const ends = (series[0] ?? []).map(() => ({ up: 0, down: 0 }))
  return series.map((values) =>
    values.map((value, step) => {
      const end = ends[step]
      if (value === null || value === 0 || end === undefined) return null
      const side = value > 0 ? 'up' : 'down'
      const from = end[side]
      end[side] = from + value
      return { from, to: end[side] }
    }),
  )
}

/** The lowest and the highest end of all bars, and nought. */
export function boundsOfBars(bars: readonly (readonly (BarPart | null)[])[]): { low: number; high: number } {
  const ends = bars.flat().flatMap((part) => (part === null ? [] : [part.from, part.to]))
  return { low: ends.reduce((a, b) => Math.min(a, b), 0), high: ends.reduce((a, b) => Math.max(a, b), 0) }
}

/** The lowest and the highest value. undefined where there is none. */
export function boundsOf(series: readonly StepValues[]): { low: number; high: number } | undefined {
  const known = series.flat().filter((value) => value !== null)
  if (known.length === 0) return undefined
  return { low: known.reduce((a, b) => Math.min(a, b)), high: known.reduce((a, b) => Math.max(a, b)) }
}

/**
 * An SVG path through the middles of steps, in a box of `values.length` by 100. A step without a value is a gap, and a
 * single step between two gaps is a short line.
 */
export function linePath(values: StepValues, scale: Scale): string {
  let isOpen = false
  return values
    .map((value, step) => {
      if (value === null) {
        isOpen = false
        return ''
      }
      const y = round(placeOf(value, scale) * 100)
      const isAlone = !isOpen && (values[step + 1] ?? null) === null
      const part = `${isOpen ? 'L' : 'M'}${step + 0.5} ${y}${isAlone ? 'h0.01' : ''}`
      isOpen = true
      return part
    })
    .join('')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/**
 * At most `most` steps to label, evenly, the last one always. Of several steps with the same name, such as the hours of a
 * day, the first one has it. The part of a day before the first midnight has none.
 */
export function labelledSteps(names: readonly string[], most: number): number[] {
  const begun = names.flatMap((name, step) => (name === names[step - 1] ? [] : step))
  const whole = begun.length < names.length && begun.length > 2 ? begun.slice(1) : begun
  const each = Math.max(1, Math.ceil(whole.length / most))
  return whole.filter((_, index) => (whole.length - 1 - index) % each === 0)
}
