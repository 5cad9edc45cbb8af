import { RUNTIME_APIS } from '../../contract/runtime-apis.ts'
import type { Clock, Log } from '../../contract/ports.ts'
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
  readonly clock: Clock
  readonly log: Log
}

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

/** A signature whose own time is later than this is dated ahead, seconds. */
const AHEAD = 60
/** Rows are in the database so long, seconds: an answer that got lost is asked for at once or never. */
const ROWS_KEPT = 120
/** An endpoint that this version doesn't know. */
const OTHER_API = 255

/**
 * The signatures of all accepted calls until their own time has left the window. They survive each end of the process:
 * the log has each one before its answer goes out. The signature of a call that changes something is also in the unit
 * of work of the change, so it is exactly as durable.
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
    return value === 0 ? undefined : (RUNTIME_APIS[value - 1] ?? 'other')
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

  /** Writes the signature to the log. Call it before the answer goes out. */
  log(used: UsedSignature): void {
    const { signatureLog, registry } = this.#parts
    const { app, signature, api, sent } = used
    const window = registry.find(app)?.settings.window ?? 0
    signatureLog.append({ app, ...keyOf(signature), sent, api: tagOf(api) }, sent + window + 1)
  }

  /** Stores the signature with the call's answer, as JSON, in the unit of work of its effect. */
  async store(unit: WriteUnit, used: UsedSignature, answer: string | null): Promise<void> {
    const { app, ...rest } = used
    const at = this.#parts.clock.now()
    await unit.signatures.add({ ...rest, appId: app, answer, at })
    this.#storedAt = at
  }

  /** Reads the signatures of earlier runs. @returns those with an effect, whose answers are known */
  async load(): Promise<readonly StoredSignature[]> {
    const { store, signatureLog, registry, clock } = this.#parts
    const now = clock.now()
    const isOver = (app: number, sent: number) => {
      const window = registry.find(app)?.settings.window
      return window === undefined || sent + window < now
    }
    signatureLog.forget(now)
    for (const { app, high, low, sent, api } of signatureLog.read(now))
      if (!isOver(app, sent)) this.#index.add(app, { high, low }, sent, NUMBERS_BY_TAG.get(api) ?? OTHER_API)
    const rows = await store.read((unit) => unit.signatures.all())
    if (rows.length > 0) this.#storedAt = now
    const stored = rows.filter(({ appId, sent }) => !isOver(appId, sent))
    for (const { appId: app, signature, sent, api } of stored) {
      this.use({ app, signature, sent, api })
      // A restore of an older backup replaces the rows, and never the log.
      this.log({ app, signature, sent, api })
    }
    return stored
  }

  /** Makes the log survive a power cut, and deletes the rows that it makes superfluous. */
  async settle(): Promise<void> {
    const { store, signatureLog, clock } = this.#parts
    if (!(await signatureLog.sync()) || this.#storedAt === undefined || this.#isEnding) return
    const before = clock.now() - ROWS_KEPT
    const deleted = await store.write((unit) => unit.signatures.deleteBefore(before), { durable: false })
    if (deleted === 0 && this.#storedAt < before) this.#storedAt = undefined
  }

  /** The store is about to close: `settle` under way writes nothing any more. */
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
