import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'

/** The facts that a program knows of its own call. */
export interface OwnCall {
  readonly value?: string | Uint8Array
  readonly api: string
}

/** The header of a signed answer, read as a program reads it. */
export interface ReadSignature {
  readonly time: number
  readonly signatures: ReadonlyMap<string, Buffer>
}

/** @throws Error for a header of another form */
export function readSignature(header: string | null | undefined): ReadSignature {
  const [first = '', ...rest] = (header ?? '').split(' ')
  const time = /^t=(\d+)$/.exec(first)?.[1]
  if (time === undefined || rest.length === 0) throw new Error(`not a signature: ${header}`)
  const signatures = new Map<string, Buffer>()
  for (const part of rest) {
    const [, id, text] = /^([0-9a-f]{8})=([A-Za-z0-9+/]{86}==)$/.exec(part) ?? []
    if (id === undefined || text === undefined) throw new Error(`not a signature: ${part}`)
    signatures.set(id, Buffer.from(text, 'base64'))
  }
  return { time: Number(time), signatures }
}

/** An Ed25519 public key from its 32 bytes in hex. */
export function publicKeyOf(hex: string): KeyObject {
  const key = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(hex, 'hex')])
  return createPublicKey({ key, format: 'der', type: 'spki' })
}

export const keyIdOf = (hex: string): string =>
  createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex').slice(0, 8)

/** The bytes that the signature of an answer covers, put together by hand. */
export function coveredBytes(time: number | string, { value = '', api }: OwnCall, body: Uint8Array): Buffer {
  const parts = ['pulsekey1\n', String(time), '\n', Buffer.from(value), '\n', api, '\n', body]
  return Buffer.concat(parts.map((part) => Buffer.from(part)))
}

/** A raw public key in hex, as a kit holds it. */
export function publicHex(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex')
}

/** One entry of the header, as a server signs: the key's name and its signature over an answer. */
export function signatureEntry(
  pair: { readonly publicKey: KeyObject; readonly privateKey: KeyObject },
  time: number | string,
  call: OwnCall,
  body: Uint8Array,
): string {
  const signed = sign(null, coveredBytes(time, call, body), pair.privateKey)
  return `${keyIdOf(publicHex(pair.publicKey))}=${signed.toString('base64')}`
}

/** Whether an answer is signed by this key, as a program with its public half finds out. */
export function isSignedBy(
  publicHalf: string,
  header: string | null | undefined,
  call: OwnCall,
  body: Uint8Array,
): boolean {
  const { time, signatures } = readSignature(header)
  const signature = signatures.get(keyIdOf(publicHalf))
  return (
    signature !== undefined &&
    verify(null, coveredBytes(time, call, body), publicKeyOf(publicHalf), signature)
  )
}
