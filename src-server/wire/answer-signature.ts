import { sign, type KeyObject } from 'node:crypto'

/** A private key, and its name in the header. */
export interface Signer {
  readonly id: string
  readonly key: KeyObject
}

/** The call and the moment of an answer, which its signature covers beside the body. */
export interface AnsweredCall {
  /** Unix seconds, the answer's own `time`. */
  readonly time: number
  /** The request's `value`, one character a byte, as in `check`. Empty when the request has none. */
  readonly value: string
  /** As called in the URL. */
  readonly api: string
}

/**
 * Whether an answer can be signed. With a line feed in `value` or `api`, a caller would choose where the signed body
 * begins, and so could make the server sign a body of their own (docs/protocol.md 12).
 */
export function isSignable({ value, api }: AnsweredCall): boolean {
  return !value.includes('\n') && !api.includes('\n')
}

/** The signed bytes of an answer: what its signature covers, line by line, then the body before any compression. */
export function signedBytes({ time, value, api }: AnsweredCall, body: string | Uint8Array): Buffer {
  const head = Buffer.from(`pulsekey1\n${time}\n${value}\n`, 'latin1')
  const name = Buffer.from(`${api}\n`)
  return Buffer.concat([head, name, typeof body === 'string' ? Buffer.from(body) : body])
}

/**
 * The value of the header `X-Pulsekey-Signature`: `t=<time>`, then `<key id>=<base64>` of each key. Signs beside the
 * event loop: a signature takes as long as two pulses.
 */
export async function answerSignature(
  signers: readonly Signer[],
  answered: AnsweredCall,
  body: string | Uint8Array,
): Promise<string> {
  const bytes = signedBytes(answered, body)
  const [first] = signers
  if (first !== undefined && signers.length === 1) return `t=${answered.time} ${await entryOf(first, bytes)}`
  const entries = await Promise.all(signers.map((signer) => entryOf(signer, bytes)))
  return [`t=${answered.time}`, ...entries].join(' ')
}

function entryOf({ id, key }: Signer, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    sign(null, bytes, key, (error, signature) => {
      if (error === null) resolve(`${id}=${signature.toString('base64')}`)
      else reject(error)
    })
  })
}
