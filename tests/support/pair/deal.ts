/** Whether tests run against two copies of the server over one store. */
export const IS_PAIR = process.env['PAIR'] === '1'

interface Addresses {
  readonly publicUrl: string
  readonly consoleUrl: string
}

/** The address of the same listener of the other copy, by origin. */
const twins = new Map<string, { readonly origin: string; readonly settle: () => Promise<void> }>()
let calls = 0
let isDealing = false

/** From now on both copies are brought to the same state before each call of `fetch` to one of them. */
export function settleBetween(one: Addresses, other: Addresses, settle: () => Promise<void>): void {
  for (const name of ['publicUrl', 'consoleUrl'] as const)
    for (const copy of [one, other]) {
      const { origin } = new URL(copy[name])
      twins.set(origin, { origin, settle })
    }
  dealFromNowOn()
}

/**
 * Calls of `fetch` go to both copies in turn from now on.
 * @param settle brings what gathered at one copy to the other: the next call finds both alike
 */
export function dealBetween(one: Addresses, other: Addresses, settle: () => Promise<void>): void {
  for (const name of ['publicUrl', 'consoleUrl'] as const) {
    const [first, second] = [new URL(one[name]).origin, new URL(other[name]).origin]
    twins.set(first, { origin: second, settle }).set(second, { origin: first, settle })
  }
  dealFromNowOn()
}

function dealFromNowOn(): void {
  if (isDealing) return
  isDealing = true
  const plainFetch = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    if (typeof input !== 'string' && !(input instanceof URL)) return plainFetch(input, init)
    const url = new URL(input)
    const twin = twins.get(url.origin)
    if (twin === undefined) return plainFetch(input, init)
    await twin.settle()
    const address = calls++ % 2 === 0 ? input : twin.origin + url.pathname + url.search
    const response = await plainFetch(address, init)
    // Calls without `fetch`, and changes of the store behind the server's back, find both copies alike too.
    await twin.settle()
    return response
  }
}

/** The copies have stopped. Another server may get their ports. */
export function dealNoMore({ publicUrl, consoleUrl }: Addresses): void {
  for (const url of [publicUrl, consoleUrl]) {
    const { origin } = new URL(url)
    twins.delete(twins.get(origin)?.origin ?? '')
    twins.delete(origin)
  }
}
