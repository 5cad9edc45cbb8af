import { constants, generateKeyPairSync, publicEncrypt, randomBytes, type KeyObject } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitPairs } from '../encrypted-parameters.ts'
import { rsaAes } from './rsa-aes.ts'

const textOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString()

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
const SIZE = 128
const rc4Key = 'Rc4KeyTest010001'
const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const pkcs1 = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
const body = (pem: string) => pem.replaceAll(/-----[^-]+-----|\n/g, '')
const keys = { rc4Key, rsaPrivateKey: pkcs8 }
const TEXT = 'kami=卡密-1&markcode=DEV-01&t=1700000000'

const encrypt = (text: string | Uint8Array, key: KeyObject = publicKey) =>
  publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text))

/** Encrypts a block that decrypts to exactly these bytes. */
function encryptRaw(padded: Uint8Array): Buffer {
  return publicEncrypt({ key: publicKey, padding: constants.RSA_NO_PADDING }, padded)
}

/** 0, 2, padding, 0, message. The case can change the block. */
function pad(message: string, change: (block: Buffer) => void = () => undefined): Buffer {
  const block = Buffer.alloc(SIZE, 0x5a)
  block[0] = 0
  block[1] = 2
  block[SIZE - message.length - 1] = 0
  block.write(message, SIZE - message.length)
  change(block)
  return block
}

describe('mi_type 4, requests', () => {
  test.each([
    ['PEM, PKCS#8', pkcs8],
    ['PEM, PKCS#1', pkcs1],
    ['the body of PKCS#8', body(pkcs8)],
    ['the body of PKCS#1', body(pkcs1)],
    ['PEM on one line', pkcs8.replaceAll('\n', ' ')],
    ['PEM with CRLF', pkcs1.replaceAll('\n', '\r\n')],
  ])('takes the key as %s', (_, rsaPrivateKey) => {
    expect(textOf(rsaAes.open(encrypt(TEXT).toString('base64'), { rc4Key, rsaPrivateKey }))).toBe(TEXT)
  })

  test.each<[string, (sealed: Buffer) => string]>([
    ['base64', (sealed) => sealed.toString('base64')],
    ['base64 whose plus became a blank', (sealed) => sealed.toString('base64').replaceAll('+', ' ')],
    ['url-safe base64', (sealed) => sealed.toString('base64url')],
    ['lower-case hex', (sealed) => sealed.toString('hex')],
    ['upper-case hex with a newline', (sealed) => `${sealed.toString('hex').toUpperCase()}\n`],
  ])('decrypts %s', (_, write) => {
    expect(textOf(rsaAes.open(write(encrypt(TEXT)), keys))).toBe(TEXT)
  })

  test('decrypts several blocks, cut in the middle of a character', () => {
    const text = 'x' + '密'.repeat(200)
    const bytes = Buffer.from(text)
    const blocks: Buffer[] = []
    for (let at = 0; at < bytes.length; at += 117) blocks.push(encrypt(bytes.subarray(at, at + 117)))
    expect(blocks.length).toBe(6)
    expect(textOf(rsaAes.open(Buffer.concat(blocks).toString('base64'), keys))).toBe(text)
  })

  test.each([1024, 2048, 3072])("blocks have the key's size: %d bits", (modulusLength) => {
    const pair = generateKeyPairSync('rsa', { modulusLength })
    const rsaPrivateKey = pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
    const sealed = encrypt(TEXT, pair.publicKey)
    expect(sealed.length).toBe(modulusLength / 8)
    expect(textOf(rsaAes.open(sealed.toString('hex'), { rc4Key, rsaPrivateKey }))).toBe(TEXT)
  })

  test('decrypts OAEP with SHA-256, and only OAEP, where the application demands it', () => {
    const oaep = { ...keys, rsaOaep: true }
    const seal = (oaepHash: string) =>
      publicEncrypt(
        { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash },
        Buffer.from(TEXT),
      ).toString('base64')
    expect(textOf(rsaAes.open(seal('sha256'), oaep))).toBe(TEXT)
    expect(rsaAes.open(seal('sha1'), oaep)).toBeUndefined()
    expect(rsaAes.open(encrypt(TEXT).toString('base64'), oaep)).toBeUndefined()
    expect(textOf(rsaAes.open(seal('sha256'), keys)) ?? '').not.toContain('kami')
  })

  test.each([
    ['no key', ''],
    ['no key at all', 'secret'],
    ['a public key', publicKey.export({ type: 'spki', format: 'pem' }).toString()],
    [
      'a key of another kind',
      generateKeyPairSync('ec', { namedCurve: 'P-256' })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
    ],
  ])('undecodable with %s', (_, rsaPrivateKey) => {
    expect(rsaAes.open(encrypt(TEXT).toString('base64'), { rc4Key, rsaPrivateKey })).toBeUndefined()
  })

  test.each([
    ['empty', ''],
    ['half a block', encrypt(TEXT).subarray(64).toString('hex')],
    ['neither hex nor base64', '!'.repeat(256)],
    ['a number beyond the modulus', 'ff'.repeat(SIZE)],
    ['more blocks than a request needs', encrypt(TEXT).toString('hex').repeat(17)],
    ['a body full of blocks', encrypt(TEXT).toString('hex').repeat(256)],
  ])('undecodable: %s', (_, data) => {
    expect(rsaAes.open(data, keys)).toBeUndefined()
  })
})

describe('padding', () => {
  test('decrypts a message of every length', () => {
    for (const length of [0, 1, 2, 63, SIZE - 12, SIZE - 11]) {
      const message = 'm'.repeat(length)
      expect(textOf(rsaAes.open(encryptRaw(pad(message)).toString('hex'), keys))).toBe(message)
    }
  })

  test('a message may hold zero bytes', () => {
    expect(textOf(rsaAes.open(encrypt('a\0b').toString('hex'), keys))).toBe('a\0b')
  })

  const SECRET = 'kami=SECRET-CODE'
  const MALFORMED: [string, (block: Buffer) => void][] = [
    ['first byte', (block) => (block[0] = 1)],
    ['type 1', (block) => (block[1] = 1)],
    ['type 0', (block) => (block[1] = 0)],
    ['an end after seven bytes', (block) => (block[9] = 0)],
    ['an end at once', (block) => (block[2] = 0)],
    ['no end', (block) => block.fill(0x61, 2)],
  ]

  test.each(MALFORMED)(
    '%s: the message stays hidden, and the same bytes give the same result',
    (_, change) => {
      const sealed = encryptRaw(pad(SECRET, change)).toString('hex')
      const opened = textOf(rsaAes.open(sealed, keys))
      expect(opened ?? '').not.toContain('SECRET')
      expect(textOf(rsaAes.open(sealed, keys))).toBe(opened)
    },
  )

  test('eight bytes of padding are enough', () => {
    const block = pad('x'.repeat(SIZE - 11))
    expect(textOf(rsaAes.open(encryptRaw(block).toString('hex'), keys))).toBe('x'.repeat(SIZE - 11))
  })

  test('the substitute has every length, so neither an empty nor a full message reveals bad padding', () => {
    const outcomes = new Set<string>()
    for (let i = 0; i < 3000 && outcomes.size < 2; i++) {
      const block = pad('m', (it) => {
        it[1] = 1
        randomBytes(8).copy(it, 2)
      })
      const opened = rsaAes.open(encryptRaw(block).toString('hex'), keys)
      const pairs = opened && splitPairs(opened, 'utf8', false)
      outcomes.add(pairs === undefined ? 'refused' : 'opened')
    }
    // Random bytes are valid text only when there are few of them: about one case in thirty.
    expect(outcomes).toEqual(new Set(['refused', 'opened']))
  })
})

describe('mi_type 4, replies', () => {
  test('encrypts with AES under the key derived from the RC4 key', () => {
    // The reply of a deployed client's test account.
    const json =
      '{"code":200,"msg":{"kami":"CARD-TEST-001","vip":"4102243200"},"time":1700000000,"check":"8415bb937174fd3bb39b504e4654de58"}'
    expect(rsaAes.seal(json, { rc4Key })).toBe(
      'def00762703bee11b1b96a3058fc528da962f70727c7ae1135f48b9d9f073e17e92a763e56eb4c3320f0554291e11c42024f584fc083094cdacf8c7b15e547472aa71a413aef9ebebdea8f197be75592051f08a42a1cb794aef38712b9adf68f459006dc3859fc07412a0f4914f90826d9bb8ce85a147218b91096c34532dace',
    )
  })

  test('never throws, for any text and key', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text, text, (json, key) => {
        expect(rsaAes.seal(json, { rc4Key: key })).toMatch(/^(?:[0-9a-f]{32})+$/)
      }),
    )
  })
})
