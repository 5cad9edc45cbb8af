import { constants, generateKeyPairSync, publicEncrypt } from 'node:crypto'

const pair = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
})

/** The private key for applications of mi_type 4, made for this run. */
export const RSA_PRIVATE_KEY = pair.privateKey

const BLOCK = { pkcs1: 117, oaep: 62 }

/** Encrypts as these clients do: block by block, each as long as the padding allows. */
export function sealRsa(text: string | Uint8Array, padding: keyof typeof BLOCK): Buffer {
  const bytes = Buffer.from(text)
  const blocks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += BLOCK[padding]) {
    const block = bytes.subarray(at, at + BLOCK[padding])
    blocks.push(
      padding === 'pkcs1'
        ? publicEncrypt({ key: pair.publicKey, padding: constants.RSA_PKCS1_PADDING }, block)
        : publicEncrypt(
            { key: pair.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
            block,
          ),
    )
  }
  return Buffer.concat(blocks)
}
