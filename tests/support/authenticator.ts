import { createHmac } from 'node:crypto'

/**
 * A phone with an authenticator app, written independently of the server's code: RFC 6238 with SHA-1, six
 * digits, 30 seconds.
 */
export class Authenticator {
  readonly #key: Uint8Array

  /** @param secret base32, as a person types it in */
  constructor(secret: string) {
    let value = 0n
    for (const letter of secret)
      value = value * 32n + BigInt('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter))
    this.#key = Buffer.from(value.toString(16).padStart((secret.length * 5) / 4, '0'), 'hex')
  }

  /** @param at Unix seconds by the phone's clock */
  code(at: number): string {
    const counter = new DataView(new ArrayBuffer(8))
    counter.setUint32(4, Math.trunc(at / 30))
    const mac = createHmac('sha1', this.#key).update(new Uint8Array(counter.buffer)).digest()
    const from = mac[19]! % 16
    const [a, b, c, d] = mac.subarray(from, from + 4)
    return String((((a! % 128) * 256 + b!) * 256 + c!) * 256 + d!).slice(-6)
  }
}
