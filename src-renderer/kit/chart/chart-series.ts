import type { StepValues } from './step-scale.ts'

/** A figure over the steps of a chart. */
export interface ChartSeries {
  readonly key: string
  readonly label: string
  readonly kind: 'bar' | 'line'
  readonly values: StepValues
  /** The class of its text colour. */
  readonly tone: string
  readonly format: (value: number | null) => string
  /** A value of the axis, short. */
  readonly tick: (value: number) => string
  /** A line whose axis begins at nought. */
  readonly fromZero?: boolean
}
