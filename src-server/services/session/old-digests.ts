import { createHash } from 'node:crypto'

/** Before a hash of an md5 digest that another system stored, instead of a hash of the password itself. */
const OLD_DIGEST = 'md5:'

interface Hashes {
  hash(text: string): Promise<string>
}

/** The hash to store for a password of which only the md5 digest is known. The digest itself is stored nowhere. */
export async function oldDigestHash(passwords: Hashes, md5Hex: string): Promise<string> {
  return `${OLD_DIGEST}${await passwords.hash(md5Hex.toLowerCase())}`
}

/** Whether a stored hash is one of an old digest: the next right password replaces it. */
export function isOldDigest(stored: string): boolean {
  return stored.startsWith(OLD_DIGEST)
}

/** The hash and the text to compare it with. A digest is no password: sending it as one does not fit. */
export function comparable(stored: string, password: string): { stored: string; text: string } {
  return isOldDigest(stored)
    ? { stored: stored.slice(OLD_DIGEST.length), text: createHash('md5').update(password).digest('hex') }
    : { stored, text: password }
}
