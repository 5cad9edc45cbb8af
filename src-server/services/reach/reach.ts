import { isIP } from 'node:net'
import type { PortPair } from '../../contract/reach-ports.ts'
import type { ReachFinding, ReachReport } from '../../contract/records/reach.ts'
import { judgeAll } from './checks/index.ts'
import type { DynamicDns } from './dynamic-dns.ts'
import type { NetworkAddress } from './network-address.ts'
import { outsideAddresses } from './own-address.ts'
import { portOf, type OwnCall, type Probes } from './probes.ts'
import type { ReachParts } from './reach-parts.ts'
import type { RouterMapping } from './router-mapping.ts'
import { summarize } from './summary.ts'

interface Parts extends ReachParts {
  readonly mapping: RouterMapping
  readonly dynamicDns: DynamicDns
  readonly networkAddress: NetworkAddress
  /** The port by which customers come in, and the one that answers there. */
  readonly mainPorts: () => PortPair
}

/** How often the way is tested without anybody asking, seconds. */
const BACKGROUND_SECONDS = 900

/** Tests the way from a customer's terminal to this server, and says what it found. */
export class Reach {
  readonly #parts: Parts
  #probes: Probes | undefined
  #testing: Promise<void> | undefined
  #nextAt = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** What the last test found. Calls from outside, the mapping and the dynamic name are as they are now. */
  report(): ReachReport {
    const { clock, address } = this.#parts
    const { url } = address()
    const findings = this.#findings()
    return {
      tested_at: this.#probes?.now ?? null,
      now: clock.now(),
      url,
      ...summarize(findings),
      checks: findings,
    }
  }

  /** Tests the whole way because a person asks: the router and the provider too. */
  async test(): Promise<ReachReport> {
    const { mapping, dynamicDns } = this.#parts
    await mapping.again()
    await Promise.all([dynamicDns.again(), this.#test(true)])
    return this.report()
  }

  /** Tests now and then, without asking a router that does nothing for this server. */
  async look(): Promise<void> {
    const { clock, settings, address } = this.#parts
    // A server of which nobody expects to be reached asks nobody.
    if (!address().isSet && !settings().router_mapping.on) return
    if (clock.now() < this.#nextAt) return
    await this.#test(false)
  }

  /** @returns nothing before the first test */
  #findings(): ReachFinding[] {
    if (this.#probes === undefined) return []
    const { clock, mapping, dynamicDns, outsideCalls } = this.#parts
    return judgeAll({
      ...this.#probes,
      now: clock.now(),
      mapping: mapping.state,
      dynamicDns: dynamicDns.state,
      outsideCall: outsideCalls.last,
    })
  }

  /** One test at a time: everybody who asks gets the same one. */
  async #test(isAsked: boolean): Promise<void> {
    const { clock, outsideCalls } = this.#parts
    this.#nextAt = clock.now() + BACKGROUND_SECONDS
    this.#testing ??= this.#probe(isAsked).then((probes) => {
      this.#probes = probes
      outsideCalls.own = outsideAddresses(probes)
    })
    try {
      await this.#testing
    } finally {
      this.#testing = undefined
    }
  }

  async #probe(isAsked: boolean): Promise<Probes> {
    const { reachWorld, address, settings, publicUrl, clock, mapping, dynamicDns, outsideCalls } = this.#parts
    const { network, router, firewall, names, caller } = reachWorld
    const place = address()
    const hostname = hostOf(place.url)
    const { external, internal } = this.#parts.mainPorts()
    const isPlain = internal === portOf(publicUrl())
    const asksRouter = isAsked && mapping.state.state === 'off'
    const [lookedUp, seen, outsideAddress, wall, certificate, ownCall] = await Promise.all([
      place.isSet && isIP(hostname) === 0 ? names.lookUp(hostname) : undefined,
      asksRouter ? router.look() : undefined,
      this.#parts.networkAddress.outside(),
      // Reading it starts programs, so that is for people who ask.
      isAsked ? firewall.read(internal) : (this.#probes?.firewall ?? firewall.read(internal)),
      place.isSet && place.url.startsWith('https:') ? caller.certificate(place.url) : undefined,
      place.isSet ? this.#callOwn(place.url) : undefined,
    ])
    return {
      now: clock.now(),
      startedAt: outsideCalls.startedAt,
      address: place,
      hostname,
      isTls: !isPlain || publicUrl().startsWith('https:'),
      listening: { host: settings().listeners.public_host, port: internal },
      own: network.addresses(),
      names: lookedUp,
      mapping: mapping.state,
      externalPort: external,
      router: seen ?? this.#probes?.router,
      outsideAddress,
      firewall: wall,
      certificate,
      ownCall,
      outsideCall: outsideCalls.last,
      dynamicDns: dynamicDns.state,
    }
  }

  async #callOwn(url: string): Promise<OwnCall> {
    const { ownCalls, reachWorld } = this.#parts
    const { token, arrived, end } = ownCalls.begin()
    try {
      const outcome = await reachWorld.caller.call(`${url}reach/${token}`)
      return { outcome, arrived: arrived() }
    } finally {
      end()
    }
  }
}

/** The host of a URL without brackets. */
function hostOf(url: string): string {
  return (URL.parse(url)?.hostname ?? '').replace(/^\[(.*)\]$/, '$1')
}
