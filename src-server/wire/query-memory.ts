import { parseQuery, type Received } from './parameters.ts'

/** Queries that are remembered, and how long each may be. */
const QUERIES_KEPT = 1000
const LONGEST_KEPT = 64

/** Reads the queries of calls that have a body. Those are few and short, and each client's the same in every call: they are remembered. */
export class QueryMemory {
  readonly #known = new Map<string, Received>()

  /** @param query the text after `?` as it came. Throws WireLimitError. */
  parse(query: string): Received {
    const known = this.#known.get(query)
    if (known !== undefined) return known
    const parsed = parseQuery(query)
    if (query.length > LONGEST_KEPT) return parsed
    if (this.#known.size === QUERIES_KEPT) this.#known.clear()
    this.#known.set(query, parsed)
    return parsed
  }
}
