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

/** The value of the header `X-Pulsekey-Signature`: `t=<time>`, then `<key id>=<base64>` of each key. */
export function answerSignature(
  signers: readonly Signer[],
  answered: AnsweredCall,
  body: string | Uint8Array,
): string {
  const bytes = signedBytes(answered, body)
  let header = `t=${answered.time}`
  for (const { id, key } of signers) header += ` ${id}=${sign(null, bytes, key).toString('base64')}`
  return header
}
