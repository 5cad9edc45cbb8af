import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Random } from '../../contract/ports.ts'

/**
 * The keys that sign an application's answers, as lower-case hex of 32 bytes: the present one, and the one that it
 * replaced, which signs beside it until its time (Unix seconds). Empty and 0 for none.
 */
export interface AnswerKeys {
  readonly answerKey: string
  readonly answerPrivateKey: string
  readonly previousAnswerKey: string
  readonly previousAnswerPrivateKey: string
  readonly previousAnswerKeyUntil: number
}

const NO_PREVIOUS = { previousAnswerKey: '', previousAnswerPrivateKey: '', previousAnswerKeyUntil: 0 }
export const NO_ANSWER_KEYS: AnswerKeys = { answerKey: '', answerPrivateKey: '', ...NO_PREVIOUS }

/** A PKCS#8 document of an Ed25519 key is these bytes and the private half. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const KEY_BYTES = 32

/** Opens a private half for signing. */
export function openAnswerKey(privateHalf: string): KeyObject {
  const key = Buffer.concat([PKCS8_HEAD, Buffer.from(privateHalf, 'hex')])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

/** Names a key in the signature's header: the beginning of the digest of its public half. */
export function idOfAnswerKey(publicHalf: string): string {
  return createHash('sha256').update(Buffer.from(publicHalf, 'hex')).digest('hex').slice(0, 8)
}

/** A first key, or one in place of every earlier one. */
export function newAnswerKey(random: Random): AnswerKeys {
  const answerPrivateKey = Buffer.from(random.bytes(KEY_BYTES)).toString('hex')
  const spki = createPublicKey(openAnswerKey(answerPrivateKey)).export({ format: 'der', type: 'spki' })
  const answerKey = spki.subarray(-KEY_BYTES).toString('hex')
  return { answerKey, answerPrivateKey, ...NO_PREVIOUS }
}

/** Whether the application can sign. A lost private half leaves the public one behind. */
export function hasAnswerKey({ answerPrivateKey }: AnswerKeys): boolean {
  return answerPrivateKey !== ''
}

/** Whether a replaced key signs beside the present one. */
export function isRotating(
  { previousAnswerPrivateKey, previousAnswerKeyUntil }: AnswerKeys,
  now: number,
): boolean {
  return previousAnswerPrivateKey !== '' && previousAnswerKeyUntil > now
}

/** A new key, beside which the present one signs until `until`. 0: the present one ends at once. */
export function rotatedAnswerKey(keys: AnswerKeys, fresh: AnswerKeys, until: number): AnswerKeys {
  if (until === 0 || !hasAnswerKey(keys)) return fresh
  return {
    ...fresh,
    previousAnswerKey: keys.answerKey,
    previousAnswerPrivateKey: keys.answerPrivateKey,
    previousAnswerKeyUntil: until,
  }
}

/** The replaced key ends before its time. */
export function endedAnswerOverlap(): Partial<AnswerKeys> {
  return NO_PREVIOUS
}

/** The replaced key is the present one again, and the new one is gone. */
export function takenBackAnswerKey(keys: AnswerKeys): AnswerKeys {
  return {
    answerKey: keys.previousAnswerKey,
    answerPrivateKey: keys.previousAnswerPrivateKey,
    ...NO_PREVIOUS,
  }
}

/** A key that signs now. */
export interface SigningKey {
  readonly publicHalf: string
  readonly privateHalf: string
}

/** The keys that sign now, the oldest first. */
export function signingKeysAt(keys: AnswerKeys, now: number): SigningKey[] {
  const signing: SigningKey[] = []
  if (isRotating(keys, now))
    signing.push({ publicHalf: keys.previousAnswerKey, privateHalf: keys.previousAnswerPrivateKey })
  if (hasAnswerKey(keys)) signing.push({ publicHalf: keys.answerKey, privateHalf: keys.answerPrivateKey })
  return signing
}
