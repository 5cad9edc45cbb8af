/** Whether tests run against two copies of the server over one store. */
export const IS_PAIR = process.env['PAIR'] === '1'

interface Addresses {
  readonly publicUrl: string
  readonly consoleUrl: string
}

/** The address of the same listener of the other copy, by origin. */
const twins = new Map<string, string>()
let calls = 0
let isDealing = false

/** Calls of `fetch` go to both copies in turn from now on. */
export function dealBetween(one: Addresses, other: Addresses): void {
  for (const name of ['publicUrl', 'consoleUrl'] as const) {
    const [first, second] = [new URL(one[name]).origin, new URL(other[name]).origin]
    twins.set(first, second).set(second, first)
  }
  if (isDealing) return
  isDealing = true
  const plainFetch = globalThis.fetch
  globalThis.fetch = (input, init) => {
    if (typeof input !== 'string' && !(input instanceof URL)) return plainFetch(input, init)
    const url = new URL(input)
    const twin = twins.get(url.origin)
    if (twin === undefined || calls++ % 2 === 0) return plainFetch(input, init)
    return plainFetch(twin + url.pathname + url.search, init)
  }
}

/** The copies have stopped. Another server may get their ports. */
export function dealNoMore({ publicUrl, consoleUrl }: Addresses): void {
  for (const url of [publicUrl, consoleUrl]) {
    const { origin } = new URL(url)
    twins.delete(twins.get(origin) ?? '')
    twins.delete(origin)
  }
}
