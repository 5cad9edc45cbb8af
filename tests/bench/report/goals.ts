export interface Goal {
  readonly text: string
  readonly measured: number
  readonly bound: number
  readonly kind: 'at least' | 'at most'
}

export function atLeast(text: string, measured: number, bound: number): Goal {
  return { text, measured, bound, kind: 'at least' }
}

export function atMost(text: string, measured: number, bound: number): Goal {
  return { text, measured, bound, kind: 'at most' }
}

export function isMet({ measured, bound, kind }: Goal): boolean {
  return kind === 'at least' ? measured >= bound : measured <= bound
}

/** One line for a goal. An unmeasured goal (NaN) is not met. */
export function describeGoal(goal: Goal): string {
  const verdict = isMet(goal) ? 'pass' : 'FAIL'
  return `${verdict}  ${goal.text}: ${goal.measured.toFixed(2)} (${goal.kind} ${goal.bound})`
}
