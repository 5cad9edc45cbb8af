import type { Clock, Log } from '../../contract/ports.ts'
import type { DynamicDnsSettings } from '../../contract/records/reach-settings.ts'
import type { DynamicDnsProvider } from '../../contract/reach-names.ts'
import type { Store } from '../../store/store.ts'
import { DnsRefused, type DnsFailure } from '../dns-providers/dns-provider.ts'

export interface DynamicDnsState {
  readonly state: 'off' | 'waiting' | 'current' | 'no_address' | DnsFailure
  readonly provider: DynamicDnsProvider
  readonly name: string
  /** The addresses that the name leads to by this server's doing. */
  readonly published: string
  /** The provider's own words. */
  readonly detail: string
  readonly at: number
  readonly nextAt: number
}

/** What the name leads to, and by which settings. */
interface Published {
  readonly mark: string
  readonly addresses: string
}

interface Parts {
  readonly store: Store
  readonly settings: () => DynamicDnsSettings
  /** This network's addresses, without asking anybody who wasn't named for it. The IPv4 address first. */
  readonly addresses: () => Promise<readonly string[]>
  /** Lets the name lead to the addresses. @throws DnsRefused */
  readonly publish: (settings: DynamicDnsSettings, addresses: readonly string[]) => Promise<void>
  readonly clock: Clock
  readonly log: Log
}

/** How often the address is compared, seconds. */
const LOOK_SECONDS = 60
/** A provider blocks names that are updated often, and a token that is wrong stays wrong. Seconds. */
const FIRST_PAUSE = 60
const LONGEST_PAUSE = 6 * 3600
/** What was published last, so that a restarted server publishes nothing again. */
const META_KEY = 'dynamic_dns'

/**
 * Lets a name follow this network's address. It calls the provider when the address has changed, and waits longer after
 * each failure.
 */
export class DynamicDns {
  readonly #parts: Parts
  /** The settings that the state is of, with their secrets: in memory only. */
  #settings: string | undefined
  #state: Pick<DynamicDnsState, 'state' | 'detail' | 'at'> = { state: 'off', detail: '', at: 0 }
  #published: Published | undefined
  #nextAt = 0
  #failures = 0
  #turn: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get state(): DynamicDnsState {
    const { provider, name } = this.#parts.settings()
    const isOff = provider === 'none'
    return {
      ...this.#state,
      ...(isOff && { state: 'off' }),
      provider,
      name,
      published: isOff ? '' : (this.#published?.addresses ?? ''),
      nextAt: this.#nextAt,
    }
  }

  look(): Promise<void> {
    const turn = this.#turn.then(() => this.#look())
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  /** Compares the address at once. After a refusal, too: a person may have corrected the cause at the provider. */
  again(): Promise<void> {
    this.#nextAt = 0
    return this.look()
  }

  async #look(): Promise<void> {
    const { clock } = this.#parts
    const settings = this.#parts.settings()
    const mark = markOf(settings)
    await this.#begin(JSON.stringify(settings))
    if (settings.provider === 'none' || clock.now() < this.#nextAt) return
    const addresses = await this.#parts.addresses()
    const now = clock.now()
    if (addresses.length === 0) {
      this.#note('no_address', '', now + LOOK_SECONDS)
      return
    }
    const wanted = addresses.join(', ')
    const isPublished = this.#published?.addresses === wanted && this.#published.mark === mark
    try {
      if (!isPublished) await this.#publish(settings, mark, addresses)
      this.#failures = 0
      this.#note('current', '', now + LOOK_SECONDS)
    } catch (error) {
      if (!(error instanceof DnsRefused)) throw error
      const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#failures++)
      this.#parts.log.warn('dynamic_dns.refused', { reason: error.failure })
      this.#note(error.failure, error.detail, now + pause)
    }
  }

  /** Begins anew with other settings. They may have another token, so the name is published again. */
  async #begin(text: string): Promise<void> {
    if (text === this.#settings) return
    const isFirst = this.#settings === undefined
    this.#settings = text
    this.#nextAt = 0
    this.#failures = 0
    this.#state = { state: 'waiting', detail: '', at: this.#parts.clock.now() }
    const kept = isFirst ? await this.#parts.store.read((unit) => unit.meta.find(META_KEY)) : undefined
    this.#published = kept === undefined ? undefined : (JSON.parse(kept) as Published)
  }

  async #publish(settings: DynamicDnsSettings, mark: string, addresses: readonly string[]): Promise<void> {
    await this.#parts.publish(settings, addresses)
    const published = { mark, addresses: addresses.join(', ') }
    this.#published = published
    this.#parts.log.info('dynamic_dns.published')
    await this.#parts.store.write((unit) => unit.meta.set(META_KEY, JSON.stringify(published)), {
      durable: false,
    })
  }

  #note(state: DynamicDnsState['state'], detail: string, nextAt: number): void {
    this.#state = { state, detail, at: this.#parts.clock.now() }
    this.#nextAt = nextAt
  }
}

/** The settings by which a name was published, without their secrets. */
function markOf({ provider, name, ipv6 }: DynamicDnsSettings): string {
  return [provider, name, ipv6].join(' ')
}
