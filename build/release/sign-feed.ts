import { createPrivateKey, createPublicKey, sign } from 'node:crypto'

import { readFeed, type Release } from '../../src-main/updates/feed.ts'
import { readPublicKey } from '../../src-main/updates/signature.ts'

/** The beginning of an Ed25519 private key in PKCS#8, before its 32 bytes (RFC 8410, 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** @param seed the private key's 32 bytes, base64 */
export function publicKeyOf(seed: string): string {
  const spki = createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' })
  return spki.subarray(-32).toString('base64')
}

/**
 * @returns the content for the feed's address, checked as programs will check it
 * @throws Error when programs would refuse it
 */
export function signFeed(release: Release, seed: string): string {
  const text = JSON.stringify(release)
  const signature = sign(null, Buffer.from(text, 'utf8'), privateKeyOf(seed)).toString('base64')
  const feed = JSON.stringify({ release: text, signature })
  const read = readFeed(feed, readPublicKey(publicKeyOf(seed)))
  if (typeof read === 'string') throw new Error(`programs would find this feed ${read}`)
  return feed
}

function privateKeyOf(seed: string) {
  const raw = Buffer.from(seed, 'base64')
  if (raw.length !== 32) throw new Error('the signing key must be 32 bytes in base64')
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, raw]), format: 'der', type: 'pkcs8' })
}
