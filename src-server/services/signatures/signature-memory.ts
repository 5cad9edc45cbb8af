import { RUNTIME_APIS } from '../../contract/runtime-apis.ts'
import type { Clock, Log } from '../../contract/ports.ts'
import type { Replay } from '../../store/repositories/replays.ts'
import type { StoredSignature } from '../../store/repositories/signatures.ts'
import type { SignatureLog } from '../../store/signature-log.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { SignatureIndex } from './signature-index.ts'
import { keyOf } from './signature-table.ts'

interface Parts {
  readonly store: Store
  readonly signatureLog: SignatureLog
  readonly registry: Pick<ApplicationRegistry, 'find'>
  /** Whether the server may have other copies. */
  readonly isShared: boolean
  readonly clock: Clock
  readonly log: Log
}

export type { Replay }

/** The signature of an accepted call. */
export interface UsedSignature {
  readonly app: number
  /** Lower-case hex. */
  readonly signature: string
  /** The endpoint's name. */
  readonly api: string
  /** The signature's own time, Unix seconds. */
  readonly sent: number
}

/**
 * Keeps the call's answer, and the call's signature with it, in the unit of work of the call's effect: both are stored
 * or neither. `answer` is what the use case returns, undefined where the answer is a secret.
 */
export type KeepAnswer<A> = (unit: WriteUnit, answer: A) => Promise<void>

/** For calls without a signature that counts, and for previews. */
export const keepNothing = (): Promise<void> => Promise.resolve()

/** A signature whose own time is later than this is dated ahead, seconds. */
const AHEAD = 60
/** Rows are in the database so long, seconds: an answer that got lost is asked for at once or never. */
const ROWS_KEPT = 120
/** An endpoint that this version doesn't know. */
const OTHER_API = 255
/** The call with this signature failed and did nothing, so the next one is new. */
const RELEASED = 254

/**
 * The signatures of all accepted calls until their own time has left the window. They survive each end of the process:
 * the log has each one before its answer goes out. The signature of a call that changes something is also in the unit
 * of work of the change, so it is exactly as durable. Where several copies serve, every used signature is a row that the
 * copies share: of two copies with the same call, one acts.
 */
export class SignatureMemory {
  readonly #parts: Parts
  readonly #index: SignatureIndex
  readonly #refused = new Map<number, number>()
  /** When the last row was stored; undefined while there is none. */
  #storedAt: number | undefined
  #isEnding = false

  constructor(parts: Parts, index: SignatureIndex) {
    this.#parts = parts
    this.#index = index
  }

  /** The endpoint that the signature was used for, `other` for an unknown one. Undefined for a new signature. */
  apiOf({ app, signature, sent }: Omit<UsedSignature, 'api'>): string | undefined {
    const value = this.#index.find(app, keyOf(signature), sent)
    return value === 0 || value === RELEASED ? undefined : (RUNTIME_APIS[value - 1] ?? 'other')
  }

  /** Whether the application may use this signature too. */
  hasRoom(app: number, sent: number, now: number): boolean {
    return this.#index.hasRoom(app, sent, sent > now + AHEAD)
  }

  /** Counts a refusal for the log. */
  noteRefused(app: number): void {
    this.#refused.set(app, (this.#refused.get(app) ?? 0) + 1)
  }

  /** From now on the signature is used. */
  use({ app, signature, sent, api }: UsedSignature): void {
    this.#index.add(app, keyOf(signature), sent, numberOf(api))
  }

  /** The call failed and did nothing: the same call may come again. */
  release({ app, signature, sent }: UsedSignature): void {
    this.#index.add(app, keyOf(signature), sent, RELEASED)
  }

  /** Writes the signature to the log. Call it before the answer goes out. */
  log(used: UsedSignature): void {
    const { app, signature, api, sent } = used
    const entry = { app, ...keyOf(signature), sent, api: tagOf(api) }
    this.#parts.signatureLog.append(entry, this.#endOf(app, sent))
  }

  /**
   * Stores the signature with the call's answer, as JSON, in the unit of work of its effect.
   * @returns the use at another copy that was first
   */
  async store(unit: WriteUnit, used: UsedSignature, answer: string | null): Promise<Replay | undefined> {
    const { app, ...rest } = used
    const { isShared, clock } = this.#parts
    if (isShared) return this.#share(unit, used, answer)
    const at = clock.now()
    await unit.signatures.add({ ...rest, appId: app, answer, at })
    this.#storedAt = at
    return undefined
  }

  get isShared(): boolean {
    return this.#parts.isShared
  }

  /** Tells the other copies of a signature without an effect. @returns the use at another copy that was first */
  claim(used: UsedSignature): Promise<Replay | undefined> {
    return this.#parts.store.write((unit) => this.#share(unit, used, null), { durable: false, lane: 'row' })
  }

  /** The use of a signature at any copy, where several serve. */
  async findShared({ app, signature }: UsedSignature): Promise<Replay | undefined> {
    if (!this.#parts.isShared) return undefined
    return this.#parts.store.read((unit) => unit.replays.find(app, signature))
  }

  #share(unit: WriteUnit, { app, signature, api, sent }: UsedSignature, answer: string | null) {
    return unit.replays.add({ appId: app, signature, api, answer, until: this.#endOf(app, sent) })
  }

  /** The time from which the signature is outside of the window. */
  #endOf(app: number, sent: number): number {
    return sent + (this.#parts.registry.find(app)?.settings.window ?? 0) + 1
  }

  /**
   * Reads the signatures of earlier runs, also those that left their window by the clock: a start under a wrong clock
   * must not forget them.
   * @returns those with an effect, whose answers are known
   */
  async load(): Promise<readonly StoredSignature[]> {
    const { store, signatureLog, registry } = this.#parts
    for (const { app, high, low, sent, api } of signatureLog.read())
      if (registry.find(app) !== undefined)
        this.#index.add(app, { high, low }, sent, NUMBERS_BY_TAG.get(api) ?? OTHER_API)
    const stored = await store.read((unit) => unit.signatures.all())
    if (stored.length > 0) this.#storedAt = this.#parts.clock.now()
    for (const { appId: app, signature, sent, api } of stored) {
      this.use({ app, signature, sent, api })
      // A restore of an older backup replaces the rows, and never the log.
      this.log({ app, signature, sent, api })
    }
    return stored
  }

  /** Deletes the shared rows of signatures that left the window. */
  async forgetShared(): Promise<void> {
    const { store, clock } = this.#parts
    let isDone = false
    while (!isDone && !this.#isEnding)
      isDone = await store.write((unit) => unit.replays.deleteEnded(clock.now()), {
        durable: false,
        lane: 'row',
      })
  }

  /** Makes the log survive a power cut, and deletes the rows that it makes superfluous. */
  async settle(): Promise<void> {
    const { store, signatureLog, clock } = this.#parts
    if (!(await signatureLog.sync()) || this.#storedAt === undefined || this.#isEnding) return
    const before = clock.now() - ROWS_KEPT
    const deleted = await store.write((unit) => unit.signatures.deleteBefore(before), { durable: false })
    if (deleted === 0 && this.#storedAt < before) this.#storedAt = undefined
  }

  /** The store is about to close: `settle` and `forgetShared` under way write nothing any more. */
  end(): void {
    this.#isEnding = true
  }

  /** Forgets signatures that left the window. */
  forget(): void {
    const { signatureLog, registry, clock, log } = this.#parts
    const now = clock.now()
    this.#index.forget(now, (app) => registry.find(app)?.settings.window)
    signatureLog.forget(now)
    for (const [app, calls] of this.#refused) log.warn('signatures.full', { app, calls })
    this.#refused.clear()
  }
}

function numberOf(api: string): number {
  const at = RUNTIME_APIS.findIndex((name) => name === api)
  return at < 0 ? OTHER_API : at + 1
}

/** A number for a name, the same in each version of the program (FNV-1a). */
function tagOf(api: string): number {
  let tag = 0x811c9dc5
  for (const byte of Buffer.from(api)) tag = Math.imul(tag ^ byte, 0x01000193)
  return tag >>> 0
}

const NUMBERS_BY_TAG: ReadonlyMap<number, number> = new Map(
  RUNTIME_APIS.map((api) => [tagOf(api), numberOf(api)]),
)
