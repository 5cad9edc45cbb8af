import { Resolver } from 'node:dns/promises'
import type { NameAddresses, NameLookup } from '../../contract/reach-ports.ts'

/** Milliseconds for one try, and the number of tries. */
const TRY_MS = 2000
const TRIES = 2
const NO_SUCH = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/**
 * Asks the name servers of this machine, and not its own list of names: customers don't have that list.
 * @param servers other name servers, for tests
 */
export function createNameLookup(servers: readonly string[] = []): NameLookup {
  return {
    async lookUp(name): Promise<NameAddresses> {
      const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES })
      if (servers.length > 0) resolver.setServers(servers)
      const [ipv4, ipv6] = await Promise.all([ask(resolver.resolve4(name)), ask(resolver.resolve6(name))])
      const found = { ipv4: ipv4.addresses, ipv6: ipv6.addresses }
      if (found.ipv4.length + found.ipv6.length > 0) return found
      return { ...found, failed: ipv4.isSilent || ipv6.isSilent ? 'silent' : 'none' }
    },
  }
}

async function ask(
  answer: Promise<string[]>,
): Promise<{ readonly addresses: readonly string[]; readonly isSilent: boolean }> {
  try {
    return { addresses: await answer, isSilent: false }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { addresses: [], isSilent: !NO_SUCH.has(code) }
  }
}
