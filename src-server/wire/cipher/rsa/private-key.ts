import { createHash, createPrivateKey, type KeyObject } from 'node:crypto'
import { BoundedMap } from '../../../contract/bounded-map.ts'
import { decodeBase64 } from '../../base64.ts'

export interface RsaKey {
  readonly key: KeyObject
  /** The size of the modulus, and so of each block, bytes. */
  readonly size: number
  /** Derived from the private key. The substitute for a badly padded block is derived from this secret. */
  readonly secret: Uint8Array
}

const KEPT_KEYS = 64
const ARMOUR = /-----[A-Z ]+-----/g
/** A larger key costs tens of milliseconds a block. */
const MODULUS_BITS = { least: 512, most: 4096 }

const kept = new BoundedMap<string, RsaKey | undefined>(KEPT_KEYS)

/**
 * Parses the key in an application's setting: PEM of PKCS#1 or PKCS#8, or the base64 body alone.
 * @returns undefined for any other text
 */
export function findRsaKey(text: string): RsaKey | undefined {
  if (kept.has(text)) return kept.get(text)
  const key = parseRsaKey(text)
  kept.set(text, key)
  return key
}

function parseRsaKey(text: string): RsaKey | undefined {
  const der = decodeBase64(text.replaceAll(ARMOUR, '').replaceAll(' ', ''))
  if (der === undefined) return undefined
  const key = readDer(der, 'pkcs8') ?? readDer(der, 'pkcs1')
  const bits = key?.asymmetricKeyDetails?.modulusLength
  if (key?.asymmetricKeyType !== 'rsa' || bits === undefined) return undefined
  if (bits < MODULUS_BITS.least || bits > MODULUS_BITS.most) return undefined
  const secret = createHash('sha256')
    .update(key.export({ type: 'pkcs1', format: 'der' }))
    .digest()
  return { key, size: Math.ceil(bits / 8), secret }
}

function readDer(der: Uint8Array, type: 'pkcs1' | 'pkcs8'): KeyObject | undefined {
  try {
    return createPrivateKey({ key: Buffer.from(der), format: 'der', type })
  } catch {
    return undefined
  }
}
