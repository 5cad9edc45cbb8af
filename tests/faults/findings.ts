/** What a fault did to acknowledged effects. Every list is empty, or the promise is broken. */
export class Findings {
  /** Acknowledged effects that are not there. */
  readonly lost: string[] = []
  /** Effects that happened more than once. */
  readonly doubled: string[] = []
  /** States that no sequence of the calls explains, and answers that nobody should get. */
  readonly unsafe: string[] = []

  check(holds: boolean, kind: 'lost' | 'doubled' | 'unsafe', what: string): void {
    if (!holds) this[kind].push(what)
  }
}
