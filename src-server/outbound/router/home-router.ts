import type { MappingFailure, OpenMapping, PortRouter, WantedMapping } from '../../contract/reach-ports.ts'
import { askAddressIfSpoken, mapByNatPmp } from './map-by-nat-pmp.ts'
import { mapByPcp } from './map-by-pcp.ts'
import { askUpnpAddress, findService, mapByUpnp } from './map-by-upnp.ts'
import { isFailure, type RouterParts } from './router-parts.ts'

/**
 * The router of this machine's network, by PCP, NAT-PMP and UPnP, the first that it speaks.
 */
export class HomeRouter implements PortRouter {
  readonly #parts: RouterParts

  constructor(parts: RouterParts) {
    this.#parts = parts
  }

  async open(wanted: WantedMapping): Promise<OpenMapping | MappingFailure> {
    const parts = this.#parts
    const router = await parts.gateway()
    if (router === undefined) return { failed: 'no_gateway', detail: '' }
    const { external, internal } = wanted
    const pair = { external, internal }
    // Whatever a router doesn't speak costs seconds, so all are asked at once. Only the first that answers maps.
    const upnp = findService(parts, router)
    const older = askAddressIfSpoken(parts, router)
    const byPcp = await mapByPcp(wanted, parts, router)
    const speaksOlder = byPcp === undefined && (await older) !== undefined
    const direct = speaksOlder ? await mapByNatPmp(pair, parts, router) : byPcp
    if (direct !== undefined && !isFailure(direct)) return direct
    // A router may forbid one protocol and allow another. And UPnP names the device that has a port.
    const service = await upnp
    const byUpnp = service === undefined ? undefined : await mapByUpnp(service, pair, parts)
    if (byUpnp !== undefined && !(isFailure(byUpnp) && byUpnp.failed === 'no_answer')) return byUpnp
    return direct ?? { failed: 'no_answer', detail: router }
  }

  async look(): ReturnType<PortRouter['look']> {
    const parts = this.#parts
    const router = await parts.gateway()
    if (router === undefined) return { failed: 'no_gateway', detail: '' }
    const [byNatPmp, byUpnp] = await Promise.all([
      askAddressIfSpoken(parts, router),
      askUpnpAddress(parts, router),
    ])
    const externalAddress = byNatPmp === undefined || byNatPmp === '' ? byUpnp : byNatPmp
    if (externalAddress !== undefined)
      return { protocol: byNatPmp === undefined ? 'upnp' : 'nat_pmp', externalAddress }
    return byNatPmp === undefined
      ? { failed: 'no_answer', detail: router }
      : { protocol: 'nat_pmp', externalAddress: '' }
  }
}
