/** Where errors go that nobody else catches: a name for the place, and the error. */
export type ReportFault = (place: string, error: unknown) => void

export function describeFault(place: string, error: unknown): string {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `desktop: ${place}: ${words}`
}

/** Until the log is open, errors go to the standard error stream. */
let report: ReportFault = (place, error) => {
  process.stderr.write(`${describeFault(place, error)}\n`)
}

/** The desktop has one log, so every part reports there without a parameter of its own. */
export function reportFaultsTo(given: ReportFault): void {
  report = given
}

export function reportFault(place: string, error: unknown): void {
  report(place, error)
}

/**
 * A callback of a timer or an event. Nobody above it catches: without the guard, an error in it would leave
 * the desktop between two states. Lint refuses other callbacks there.
 * @param place names the callback in the log
 * @param failed completes what must not be left out after an error
 */
export function guarded<A extends readonly unknown[]>(
  place: string,
  work: (...given: A) => void,
  failed?: (...given: A) => void,
): (...given: A) => void {
  return (...given) => {
    try {
      work(...given)
    } catch (error) {
      report(place, error)
      failed?.(...given)
    }
  }
}

/** Lets work run that nobody waits for. Its failure is in the log. */
export function inBackground(place: string, work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    report(place, error)
  })
}

/** Bookkeeping that must not stop anything else, such as the places of windows while the desktop ends. */
export function attempt(place: string, work: () => void): void {
  guarded(place, work)()
}
