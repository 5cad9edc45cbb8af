import { z } from 'zod'
import { BoundedMap } from '../contract/bounded-map.ts'
import { keepNothing, type KeepAnswer } from '../services/signatures/keep-answer.ts'
import type { SignatureMemory, UsedSignature } from '../services/signatures/signature-memory.ts'
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
  /** The call has its answer. Call it before the answer goes out. */
  settle(answer: Answer): void
}

/** A call without a signature that counts. */
export const UNSIGNED: SignedCall = { keep: keepNothing, settle: () => undefined }

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
   * @returns `new`, `otherApi`, or the earlier answer, which is undefined when it is no longer known
   */
  find(used: UsedSignature): 'new' | 'otherApi' | { readonly earlier: Promise<Answer> | undefined } {
    const api = this.#signatures.apiOf(used)
    if (api === undefined) return 'new'
    if (api !== used.api) return 'otherApi'
    const key = keyOf(used)
    const answer = this.#answers.get(key)
    return { earlier: answer === undefined ? this.#underWay.get(key) : Promise.resolve(answer) }
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
    return {
      keep: (unit, answer) =>
        signatures.store(unit, used, answer === undefined ? null : JSON.stringify(answer)),
      settle: (answer) => {
        signatures.log(used)
        this.#underWay.delete(key)
        if (isShort(answer)) this.#answers.set(key, answer)
        resolve(answer)
      },
    }
  }

  async load(): Promise<void> {
    for (const { appId, signature, answer } of await this.#signatures.load()) {
      const read = answer === null ? undefined : readAnswer(answer)
      if (read !== undefined) this.#answers.set(keyOf({ app: appId, signature }), intoEnvelope(read))
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
