/** The answers so far of one API with one code. */
export interface CallCount {
  /** The endpoint's name, or `unknown` where no endpoint has the name that the call gave. */
  readonly api: string
  /** The protocol's code, or `raw` for an answer without one. */
  readonly code: number | 'raw'
  readonly count: number
}

/** Counts the answers of api.php since the start. Names that a caller makes up share one entry. */
export class CallCounter {
  readonly #apis = new Map<string, Map<number | 'raw', number>>()

  note(api: string, code: number | 'raw'): void {
    const codes = this.#apis.get(api) ?? new Map<number | 'raw', number>()
    if (codes.size === 0) this.#apis.set(api, codes)
    codes.set(code, (codes.get(code) ?? 0) + 1)
  }

  *all(): Generator<CallCount> {
    for (const [api, codes] of this.#apis) for (const [code, count] of codes) yield { api, code, count }
  }
}
