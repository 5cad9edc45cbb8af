import { Resolver } from 'node:dns/promises'

/** Finds the TXT records of a name. */
export type TxtLookup = (name: string) => Promise<string[]>

const OPTIONS = { timeout: 3000, tries: 2 }
/** The DNS says that there is no such record. */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Asks the name servers of the domain themselves: others remember for minutes that a record was absent. Where they can't
 * be asked, the system's resolver has to do.
 * @param servers asks these instead. Tests have their own
 */
export function createTxtLookup(servers?: readonly string[]): TxtLookup {
  return async (name) => {
    if (servers !== undefined) return lookUp(resolverOf(servers), name)
    const own = await nameServersOf(name).catch(() => [])
    if (own.length === 0) return lookUp(new Resolver(OPTIONS), name)
    try {
      return await lookUp(resolverOf(own), name)
    } catch {
      return lookUp(new Resolver(OPTIONS), name)
    }
  }
}

function resolverOf(servers: readonly string[]): Resolver {
  const resolver = new Resolver(OPTIONS)
  resolver.setServers(servers)
  return resolver
}

async function lookUp(resolver: Resolver, name: string): Promise<string[]> {
  try {
    return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
  } catch (error) {
    if (error instanceof Error && 'code' in error && ABSENT.has(error.code)) return []
    throw error
  }
}

/** The addresses of the name servers of the nearest domain above the name. */
async function nameServersOf(name: string): Promise<string[]> {
  const resolver = new Resolver(OPTIONS)
  const labels = name.split('.')
  for (let start = 1; start < labels.length - 1; start++) {
    const names = await resolver.resolveNs(labels.slice(start).join('.')).catch(() => [])
    if (names.length === 0) continue
    const found = await Promise.all(names.map((server) => resolver.resolve4(server).catch(() => [])))
    return found.flat()
  }
  return []
}
