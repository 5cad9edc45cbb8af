import { DynamicDns } from './dynamic-dns.ts'
import { mainPorts, mappedPorts, type Doors } from './mapped-ports.ts'
import { NetworkAddress } from './network-address.ts'
import { portOf } from './probes.ts'
import { publishAddress } from './publish-address.ts'
import { Reach } from './reach.ts'
import type { ReachParts } from './reach-parts.ts'
import { RouterMapping, RouterMappings } from './router-mapping.ts'

/** By which a router knows the owner of a mapping again. */
const SECRET_KEY = 'router_secret'
const SECRET_BYTES = 12

export type ReachServices = ReturnType<typeof createReachServices>

/** The way from outside to this server: its tests, the router's mapping, and the name that follows the address. */
export function createReachServices(parts: ReachParts) {
  const { reachWorld, settings, address, publicUrl, secureUrl, proofPort, clock, log, random, store } = parts
  const externalPort = (): number => {
    const { external_port: chosen } = settings().router_mapping
    if (chosen !== 0) return chosen
    const { isSet, reach, url } = address()
    return portOf(isSet && reach === 'public' ? url : publicUrl())
  }
  const doors = (): Doors => {
    const { isSet, url } = address()
    return {
      plain: portOf(publicUrl()),
      isPlainTls: publicUrl().startsWith('https:'),
      secure: secureUrl() === '' ? undefined : portOf(secureUrl()),
      proof: proofPort(),
      external: externalPort(),
      isSecure: isSet && url.startsWith('https:'),
    }
  }
  const ports = () => mappedPorts(settings(), doors())
  const secret = async () => {
    const kept = await store.read((unit) => unit.meta.find(SECRET_KEY))
    if (kept !== undefined) return Buffer.from(kept, 'base64')
    const made = random.bytes(SECRET_BYTES)
    await store.write((unit) => unit.meta.set(SECRET_KEY, Buffer.from(made).toString('base64')), {
      durable: true,
    })
    return made
  }
  const mappingOf = (which: keyof ReturnType<typeof ports>) =>
    new RouterMapping({ router: reachWorld.router, wanted: () => ports()[which], secret, clock, log })
  const mapping = mappingOf('main')
  const mappings = new RouterMappings([mapping, mappingOf('plain'), mappingOf('proof')])
  const networkAddress = new NetworkAddress({
    settings: () => settings().dynamic_dns,
    own: () => reachWorld.network.addresses(),
    mapping: () => mapping.state,
    caller: reachWorld.caller,
    clock,
  })
  const dynamicDns = new DynamicDns({
    store,
    settings: () => settings().dynamic_dns,
    addresses: () => networkAddress.addresses(),
    publish: (chosen, addresses) =>
      publishAddress(chosen, addresses, {
        fetch: reachWorld.fetch,
        clock,
        random,
        bases: reachWorld.dnsBases,
      }),
    clock,
    log,
  })
  return {
    reach: new Reach({ ...parts, mapping, dynamicDns, networkAddress, mainPorts: () => mainPorts(doors()) }),
    routerMappings: mappings,
    dynamicDns,
  }
}
