import type { Clock, Log, Random, Scheduler } from '../../../contract/ports.ts'
import type { HttpsState } from '../../../contract/records/https.ts'
import type { PlatformSettings } from '../../../contract/records/settings.ts'
import { SecretsLocked } from '../../../contract/secrets-locked.ts'
import { wantedNames } from '../../../domain/https/names.ts'
import { nextTry, renewalOf } from '../../../domain/https/renewal.ts'
import { AcmeRefused } from '../../../outbound/acme/refused.ts'
import type { TxtLookup } from '../../../outbound/dns/txt-lookup.ts'
import type { Store } from '../../../store/store.ts'
import { factsOf, type TlsIdentity } from '../files/identity.ts'
import type { KeptKeys } from '../kept-keys.ts'
import type { SecureDoor } from '../secure-door.ts'
import { OrderRun, Stopped } from './order-run.ts'
import type { KeptFailure, OrderStore } from './order-store.ts'
import type { ProofPlaces } from './proof-places.ts'

interface Parts {
  readonly store: Store
  readonly orders: OrderStore
  readonly keys: KeptKeys
  readonly door: SecureDoor
  readonly newPlaces: () => ProofPlaces
  readonly lookUpTxt: TxtLookup
  readonly trustAll: () => void
  readonly settings: { readonly current: PlatformSettings }
  readonly publicHost: () => string
  readonly clock: Clock
  readonly random: Random
  readonly scheduler: Scheduler
  readonly log: Log
}

interface Running {
  readonly run: OrderRun
  readonly places: ProofPlaces
  readonly abort: AbortController
  readonly ended: Promise<void>
}

/** Failures in a row after which a renewal counts as failing: one happens to every authority. */
const PATIENCE = 2

/** Gets certificates and renews them in time, one order at a time. */
export class Renewals {
  readonly #parts: Parts
  #running: Running | undefined
  #failure: KeptFailure | undefined
  #isLoaded = false
  /** The settings that the last look saw: after a change the owner needn't wait. */
  #seen: string | undefined
  #wake = (): void => undefined
  #isClosed = false
  /** One look at a time. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get failure(): KeptFailure | undefined {
    return this.#failure
  }

  get isFailing(): boolean {
    return (this.#failure?.times ?? 0) >= PATIENCE
  }

  proofOf(token: string): string | undefined {
    return this.#running?.places.fileOf(token)
  }

  look(): Promise<void> {
    const turn = this.#turn.then(() => this.#look())
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async #look(): Promise<void> {
    if (!this.#isLoaded) {
      this.#failure = await this.#parts.orders.failure()
      this.#isLoaded = true
    }
    const { https } = this.#parts.settings.current
    const wanted = JSON.stringify([https, this.#names])
    if (this.#seen !== undefined && this.#seen !== wanted) await this.#startAfresh()
    this.#seen = wanted
    if (https.mode !== 'automatic' || this.#running !== undefined || this.#isClosed) return
    const isEarly = this.#failure !== undefined && this.#parts.clock.now() < this.#failure.nextTry
    if (!isEarly && (await this.#isDue())) this.#start(https)
  }

  /** A person asks: the pause after a failure and the pause between two looks at the DNS end. */
  async now(): Promise<void> {
    if (this.#running === undefined) {
      if (this.#failure !== undefined) this.#failure = { ...this.#failure, nextTry: 0 }
      await this.look()
      this.#startUnlessRunning()
    } else this.#wake()
  }

  async state(): Promise<Pick<HttpsState, 'names' | 'renews_at' | 'order' | 'failure'>> {
    const { settings, keys } = this.#parts
    const { mode } = settings.current.https
    const kept = mode === 'automatic' ? await keys.find('automatic') : undefined
    const failure = this.#failure
    return {
      names: this.#names,
      renews_at: kept === undefined ? null : this.#renewalOf(kept.identity),
      order: this.#order(),
      failure:
        failure === undefined || mode !== 'automatic'
          ? null
          : {
              kind: failure.kind,
              detail: failure.detail,
              at: failure.at,
              times: failure.times,
              next_try: failure.nextTry,
            },
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#stop()
  }

  get #names(): string[] {
    const { settings, publicHost } = this.#parts
    return wantedNames(settings.current.https.names, publicHost())
  }

  #order(): HttpsState['order'] {
    const run = this.#running?.run
    if (run === undefined) return null
    const isByHand = this.#parts.settings.current.https.challenge === 'hand'
    return {
      step: run.step,
      started_at: run.startedAt,
      records: isByHand ? run.records.map((record) => ({ ...record })) : [],
    }
  }

  #startUnlessRunning(): void {
    if (this.#running === undefined) this.#start(this.#parts.settings.current.https)
  }

  async #startAfresh(): Promise<void> {
    await this.#stop()
    await this.#remember(undefined)
  }

  async #stop(): Promise<void> {
    const running = this.#running
    if (running === undefined) return
    running.abort.abort()
    this.#wake()
    await running.places.removeFiles()
    await running.ended
  }

  async #isDue(): Promise<boolean> {
    const { keys, settings, clock } = this.#parts
    const kept = await keys.find('automatic')
    if (kept === undefined || kept.directory !== settings.current.https.directory) return true
    const { names } = factsOf(kept.identity.leaf)
    if (names.toSorted().join() !== this.#names.join()) return true
    return clock.now() >= this.#renewalOf(kept.identity)
  }

  #renewalOf({ leaf }: TlsIdentity): number {
    const share = parseInt(leaf.fingerprint256.slice(0, 2), 16) / 0xff
    return renewalOf(factsOf(leaf), share)
  }

  #start(https: PlatformSettings['https']): void {
    this.#parts.trustAll()
    const abort = new AbortController()
    const { orders, newPlaces, lookUpTxt, clock } = this.#parts
    const places = newPlaces()
    const run = new OrderRun({
      https,
      names: this.#names,
      certificateKey: () => this.#certificateKey(),
      orders,
      places,
      lookUpTxt,
      clock,
      pause: (ms) => this.#pause(ms, abort.signal),
      signal: abort.signal,
    })
    const ended = run
      .run()
      .then((identity) => this.#succeed(identity, https.directory))
      .catch((error: unknown) => this.#fail(error))
      .catch((error: unknown) => {
        this.#parts.log.error('https.order', error)
      })
      .finally(() => {
        this.#running = undefined
      })
    this.#running = { run, places, abort, ended }
  }

  async #certificateKey(): Promise<string | undefined> {
    const material = (await this.#parts.keys.find('automatic'))?.identity.material
    return material !== undefined && 'key' in material ? material.key : undefined
  }

  async #succeed(identity: TlsIdentity, directory: string): Promise<void> {
    const { store, keys, door, settings, log } = this.#parts
    // Both or neither: after a kill the order is either still open, or its certificate is stored.
    await store.write(
      async (unit) => {
        await keys.keep(unit, 'automatic', identity, directory)
        await unit.httpsKeys.remove('order')
      },
      { durable: true },
    )
    await this.#remember(undefined)
    const { names, until, sha256 } = factsOf(identity.leaf)
    log.info('https.issued', { names: names.join(' '), until, sha256 })
    await door.look(() => settings.current)
  }

  async #fail(error: unknown): Promise<void> {
    if (error instanceof Stopped) return
    const { clock, random, keys, log } = this.#parts
    const [kind, detail, asked] = reasonOf(error)
    if (kind === undefined) log.error('https.order', error)
    const now = clock.now()
    const times = (this.#failure?.times ?? 0) + 1
    const kept = await keys.find('automatic')
    const left = kept === undefined ? undefined : factsOf(kept.identity.leaf).until - now
    const next = nextTry(now, { times, asked, left, share: random.below(1000) / 1000 })
    log.warn('https.failed', { why: kind ?? 'refused', detail, times, next })
    await this.#remember({ kind: kind ?? 'refused', detail, at: now, times, nextTry: next })
  }

  async #remember(failure: KeptFailure | undefined): Promise<void> {
    if (this.#failure === undefined && failure === undefined) return
    this.#failure = failure
    await this.#parts.orders.keepFailure(failure)
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const wake = () => {
      resolve(undefined)
    }
    const end = this.#parts.scheduler.every(ms, wake)
    this.#wake = wake
    if (signal.aborted) wake()
    await promise.finally(end)
  }
}

function reasonOf(error: unknown): [kind: KeptFailure['kind'] | undefined, detail: string, asked: number] {
  if (error instanceof AcmeRefused) return [error.failure, error.message, error.retryAfter]
  if (error instanceof SecretsLocked) return ['locked', '', 0]
  return [undefined, '', 0]
}
