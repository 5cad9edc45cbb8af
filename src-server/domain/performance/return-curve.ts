import { grown } from './rate.ts'

/** A step of a history. Times are Unix seconds. null: no equity is known. */
export interface CurveStep {
  readonly at: number
  readonly equity: number | null
  readonly deposits: number
  readonly withdrawals: number
}

export interface ReturnCurve {
  readonly at: number[]
  /** The return since the first step: 0.05 is 5 %. */
  readonly rate: number[]
}

/** The time-weighted return since the first step. @param steps the oldest first */
export function returnCurve(steps: readonly CurveStep[]): ReturnCurve {
  const curve: ReturnCurve = { at: [], rate: [] }
  let index = 1
  let before: number | undefined
  for (const { at, equity, deposits, withdrawals } of steps) {
    if (equity === null) continue
    if (before !== undefined) {
      const profit = equity - before - deposits + withdrawals
      index = grown(index, profit, before + deposits)
    }
    before = equity
    curve.at.push(at)
    curve.rate.push(index - 1)
  }
  return curve
}
