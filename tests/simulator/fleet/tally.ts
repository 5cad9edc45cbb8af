/** The counters of a fleet. `code` of a failure is the answer's code, or the kind of transport failure. */
export interface Tally {
  calls: number
  pulses: number
  logons: number
  closes: number
  /** Accounts whose last call was answered 200. */
  readonly live: Set<number>
  readonly failures: Map<string, number>
}

export function createTally(): Tally {
  return { calls: 0, pulses: 0, logons: 0, closes: 0, live: new Set(), failures: new Map() }
}

export function countFailure(tally: Tally, account: number, code: string): void {
  tally.failures.set(code, (tally.failures.get(code) ?? 0) + 1)
  tally.live.delete(account)
}

/** One line: totals, calls since the last line, close_all answers received, failures by code. */
export function describeTally(tally: Tally, second: number, accounts: number, callsBefore: number): string {
  const failures = [...tally.failures].sort().map(([code, count]) => `${code}:${count}`)
  return [
    `${String(second).padStart(5)} s`,
    `live ${tally.live.size}/${accounts}`,
    `calls ${tally.calls} (+${tally.calls - callsBefore})`,
    `logons ${tally.logons}`,
    `pulses ${tally.pulses}`,
    `close_all ${tally.closes}`,
    `errors ${failures.length === 0 ? 'none' : failures.join(' ')}`,
  ].join('  ')
}
