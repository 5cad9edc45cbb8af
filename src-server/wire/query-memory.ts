import { parseQuery, type Received } from './parameters.ts'

/** The number of remembered queries, and the maximum length of each. */
const QUERIES_KEPT = 1000
const LONGEST_KEPT = 64

/**
 * Reads the queries of calls that have a body, and remembers the results. There are few such queries, they
 * are short, and a client sends the same query in every call.
 */
export class QueryMemory {
  readonly #known = new Map<string, Received>()

  /** @param query the text after `?` as received @throws WireLimitError */
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
