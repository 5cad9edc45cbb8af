import type { Clock, Log } from '../../contract/ports.ts'
import type {
  Mapping,
  MappingFailure,
  OpenMapping,
  PortPair,
  PortRouter,
  WantedMapping,
} from '../../contract/reach-ports.ts'

export type MappingState =
  | { readonly state: 'off' | 'asking' }
  | { readonly state: 'mapped'; readonly mapping: Mapping; readonly at: number }
  | { readonly state: 'failed'; readonly failure: MappingFailure; readonly at: number }

interface Parts {
  readonly router: PortRouter
  /** The ports that should be mapped. undefined: none. */
  readonly wanted: () => PortPair | undefined
  readonly secret: () => Promise<Uint8Array>
  readonly clock: Clock
  readonly log: Log
}

/** A router that was switched off and on has forgotten everything. The server notices that within a minute. */
const KEEP_SECONDS = 60
const FIRST_PAUSE = 2
const LONGEST_PAUSE = 300

/**
 * Keeps a port of the router mapped to this server while the owner wants it: renews the mapping before its time ends,
 * makes it again when the router has forgotten it, and removes it when it is not wanted any more.
 */
export class RouterMapping {
  readonly #parts: Parts
  #open: OpenMapping | undefined
  #state: MappingState = { state: 'off' }
  #nextAt = 0
  #failures = 0
  #turn: Promise<void> = Promise.resolve()
  #closed = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get state(): MappingState {
    return this.#state
  }

  /** Does what is due. One look at a time: the next one waits. */
  look(): Promise<void> {
    const turn = this.#turn.then(() => this.#look())
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  /** Asks the router at once. */
  again(): Promise<void> {
    this.#nextAt = 0
    return this.look()
  }

  /** Removes the mapping. The server ends, or opens its data again. */
  async close(): Promise<void> {
    this.#closed = true
    const open = this.#open
    this.#open = undefined
    await open?.close()
  }

  async #look(): Promise<void> {
    if (this.#closed) return
    const { clock } = this.#parts
    const wanted = this.#parts.wanted()
    const { mapping } = this.#open ?? {}
    if (mapping !== undefined && !isSame(mapping, wanted)) await this.#remove()
    if (wanted === undefined) {
      this.#state = { state: 'off' }
      this.#nextAt = 0
      return
    }
    if (clock.now() < this.#nextAt) return
    if (this.#state.state === 'off') this.#state = { state: 'asking' }
    await this.#take(await this.#ask({ ...wanted, secret: await this.#parts.secret() }))
  }

  async #take(outcome: OpenMapping | MappingFailure): Promise<void> {
    if ('failed' in outcome) this.#fail(outcome)
    // The server ended in the meantime.
    else if (this.#closed) await outcome.close()
    else this.#keep(outcome)
  }

  /** A mapping that can't be renewed is searched for anew: the router may be another one. */
  async #ask(wanted: WantedMapping): Promise<OpenMapping | MappingFailure> {
    const kept = await this.#open?.keep()
    return kept === undefined || 'failed' in kept ? this.#parts.router.open(wanted) : kept
  }

  #keep(open: OpenMapping): void {
    const { clock, log } = this.#parts
    const { mapping } = open
    const now = clock.now()
    if (this.#state.state !== 'mapped')
      log.info('router.mapped', { port: mapping.external, protocol: mapping.protocol })
    this.#open = open
    this.#state = { state: 'mapped', mapping, at: now }
    this.#failures = 0
    const half = mapping.seconds === 0 ? KEEP_SECONDS : Math.floor(mapping.seconds / 2)
    this.#nextAt = now + Math.max(1, Math.min(KEEP_SECONDS, half))
  }

  #fail(failure: MappingFailure): void {
    const { clock, log } = this.#parts
    const now = clock.now()
    const before = this.#state.state === 'failed' ? this.#state.failure.failed : undefined
    if (before !== failure.failed) log.warn('router.not_mapped', { reason: failure.failed })
    this.#open = undefined
    this.#state = { state: 'failed', failure, at: now }
    this.#nextAt = now + Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#failures++)
  }

  async #remove(): Promise<void> {
    const open = this.#open
    this.#open = undefined
    this.#nextAt = 0
    await open?.close()
    this.#parts.log.info('router.unmapped')
  }
}

/** All ports of the router that lead to this server. */
export class RouterMappings {
  readonly #mappings: readonly Pick<RouterMapping, 'look' | 'close'>[]

  constructor(mappings: readonly Pick<RouterMapping, 'look' | 'close'>[]) {
    this.#mappings = mappings
  }

  /** One after the other: many routers answer one call at a time. */
  async look(): Promise<void> {
    for (const mapping of this.#mappings) await mapping.look()
  }

  /** All at once: a server that ends has five seconds for everything. */
  async close(): Promise<void> {
    await Promise.all(this.#mappings.map((mapping) => mapping.close()))
  }
}

function isSame(one: PortPair, other: PortPair | undefined): boolean {
  return one.external === other?.external && one.internal === other.internal
}
