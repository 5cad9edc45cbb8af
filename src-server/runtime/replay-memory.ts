import { z } from 'zod'
import { BoundedMap } from '../contract/bounded-map.ts'
import {
  keepNothing,
  type KeepAnswer,
  type Replay,
  type SignatureMemory,
  type UsedSignature,
} from '../services/signatures/signature-memory.ts'
import { TEXTS } from '../wire/messages.ts'
import type { Answer, PlainAnswer } from './answers.ts'

/** The last answers in memory. */
const ANSWERS_KEPT = 20_000
/** The longest body of a download among them, characters or bytes. */
const LONGEST_KEPT = 4096

/** An accepted call with a signature. */
export interface SignedCall {
  /** Keeps the answer in the unit of work of the call's effect. */
  readonly keep: KeepAnswer<PlainAnswer | undefined>
  /**
   * Tells the other copies of the server that the signature is used, where the call had no effect that did.
   * @returns the same answer
   * @throws SignatureUsed
   */
  readonly claim: (answer: Answer) => Answer | Promise<Answer>
  /** The server could not do what was asked. Call it before `settle`. */
  fail(): void
  /** The call has its answer. Call it before the answer goes out. */
  settle(answer: Answer): void
}

/** Another copy of the server accepted the same call first. */
export class SignatureUsed extends Error {
  override readonly name = 'SignatureUsed'
  readonly first: Replay

  constructor(first: Replay) {
    super('the signature is used')
    this.first = first
  }
}

/** A call without a signature that counts. */
export const UNSIGNED: SignedCall = {
  keep: keepNothing,
  claim: (answer) => answer,
  fail: () => undefined,
  settle: () => undefined,
}

const storedAnswer = z.union([
  z.strictObject({
    code: z.int(),
    fields: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]),
  }),
  z.strictObject({
    code: z.int(),
    text: z.enum(Object.keys(TEXTS) as (keyof typeof TEXTS)[]).optional(),
    msg: z.string().optional(),
  }),
  z.strictObject({ contentType: z.string(), body: z.string() }),
])

/**
 * The replay rule (docs/protocol.md 3): the same signature again for the same API gets the first answer, and
 * the server doesn't act a second time. The same signature for another API is refused. A signature stays as
 * long as its own `t` is inside the window, also across restarts (services/signatures). This class keeps the
 * last answers. The caller finds out an older answer without acting.
 */
export class ReplayMemory {
  readonly #signatures: SignatureMemory
  readonly #answers = new BoundedMap<string, Answer>(ANSWERS_KEPT)
  readonly #underWay = new Map<string, Promise<Answer>>()

  constructor(signatures: SignatureMemory) {
    this.#signatures = signatures
  }

  /**
   * Changes nothing.
   * @returns `new`, `otherApi`, or the earlier answer, undefined when it is no longer known
   */
  find(used: UsedSignature): 'new' | 'otherApi' | { readonly earlier: Promise<Answer | undefined> } {
    const api = this.#signatures.apiOf(used)
    if (api === undefined) return 'new'
    if (api !== used.api) return 'otherApi'
    const key = keyOf(used)
    const answer = this.#answers.get(key)
    if (answer !== undefined) return { earlier: Promise.resolve(answer) }
    return { earlier: this.#underWay.get(key) ?? this.#recall(used) }
  }

  hasRoom({ app, sent }: UsedSignature, now: number): boolean {
    return this.#signatures.hasRoom(app, sent, now)
  }

  noteRefused({ app }: UsedSignature): void {
    this.#signatures.noteRefused(app)
  }

  /** The call with this signature is accepted. The same call meanwhile waits for its answer. */
  begin(used: UsedSignature): SignedCall {
    const signatures = this.#signatures
    signatures.use(used)
    const key = keyOf(used)
    const { promise, resolve } = Promise.withResolvers<Answer>()
    this.#underWay.set(key, promise)
    let isStored = false
    let hasFailed = false
    let first: Replay | undefined
    const requireFirst = (found: Replay | undefined) => {
      first = found
      if (found !== undefined) throw new SignatureUsed(found)
    }
    return {
      keep: async (unit, answer) => {
        requireFirst(await signatures.store(unit, used, answer === undefined ? null : JSON.stringify(answer)))
        unit.afterCommit(() => {
          isStored = true
        })
      },
      claim: (answer) => {
        if (isStored || !signatures.isShared) return answer
        return signatures.claim(used).then((found) => {
          requireFirst(found)
          return answer
        })
      },
      fail: () => {
        hasFailed = true
      },
      settle: (answer) => {
        this.#underWay.delete(key)
        resolve(answer)
        // A failed call left nothing. If its transaction is stored all the same, the store has its signature.
        if (hasFailed && !isStored) {
          signatures.release(used)
          return
        }
        const accepted = first === undefined ? used : { ...used, api: first.api }
        if (accepted.api !== used.api) signatures.use(accepted)
        else if (isShort(answer)) this.#answers.set(key, answer)
        signatures.log(accepted)
      },
    }
  }

  /** Notes that another copy of the server accepted the call. @returns whether one did */
  async learn(used: UsedSignature): Promise<boolean> {
    const first = await this.#signatures.findShared(used)
    if (first !== undefined) this.#signatures.use({ ...used, api: first.api })
    return first !== undefined
  }

  /** The answer that another copy gave. undefined where it isn't stored. */
  answerOf({ answer }: Pick<Replay, 'answer'>): Answer | undefined {
    const read = answer === null ? undefined : readAnswer(answer)
    return read && intoEnvelope(read)
  }

  async #recall(used: UsedSignature): Promise<Answer | undefined> {
    const stored = await this.#signatures.findShared(used)
    return stored && this.answerOf(stored)
  }

  async load(): Promise<void> {
    for (const { appId, signature, answer } of await this.#signatures.load()) {
      const known = this.answerOf({ answer })
      if (known !== undefined) this.#answers.set(keyOf({ app: appId, signature }), known)
    }
  }
}

/** @returns undefined for a text that no version of this program wrote */
function readAnswer(text: string): PlainAnswer | undefined {
  try {
    return storedAnswer.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

function intoEnvelope(answer: PlainAnswer): Answer {
  return 'code' in answer ? { envelope: 'standard', answer } : { envelope: 'raw', answer }
}

function isShort({ envelope, answer }: Answer): boolean {
  return envelope !== 'raw' || answer.body.length <= LONGEST_KEPT
}

function keyOf({ app, signature }: Pick<UsedSignature, 'app' | 'signature'>): string {
  return `${app} ${signature}`
}
