import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import { publicHex, signatureEntry as entryOf } from '../../support/answer-signature.ts'
import type { Passing } from './front.ts'
import { answerKey, LICENSED, type KitWorld, type Licence } from './kit-world.ts'

type Pair = Parameters<typeof entryOf>[0]

const signatureEntry = (pair: Pair, time: number, answer: Passing): string =>
  entryOf(pair, time, answer, Buffer.from(answer.body))

/** A kit with a public key takes only answers that the server signed as a whole. */
export function describeSignatures(world: () => KitWorld): void {
  const [key, next, other] = [answerKey(), answerKey(), answerKey()]
  let licence: Licence | undefined
  /** A kit of two keys. @param change what the network makes of its answers */
  async function check(change: (answer: Passing, time: number) => void, answer_key_next = '') {
    licence ??= await world().application({ encrypt: true, mi_type: 3, free_mode: true })
    await world().begin(licence, 'A', { settings: { answer_key: key.hex, answer_key_next } })
    world().front.change = (answer) => {
      change(answer, world().server.clock.now())
    }
    return world().program.check()
  }
  const header = (answer: Passing, time: number, ...entries: string[]) => {
    answer.headers['X-Pulsekey-Signature'] = [`t=${time}`, ...entries].join(' ')
  }

  it("takes the server's own signature, before, in and after a rotation", async () => {
    const { app, settings } = await world().application({ encrypt: true, mi_type: 3, free_mode: true })
    const { answer_key } = await world().act('app_get', { app })
    expect(answer_key).toMatch(/^[0-9a-f]{64}$/)
    const old = { answer_key, answer_key_next: '' }
    await world().begin({ app, settings }, 'A', { settings: old })
    expect(await world().program.check()).toMatchObject(LICENSED)
    const made = await world().act('app_answer_key_rotate', { app, overlap: 600 })
    expect(await world().program.check()).toMatchObject(LICENSED)
    const both = { answer_key, answer_key_next: made.answer_key }
    await world().begin({ app, settings }, 'A', { settings: both })
    expect(await world().program.check()).toMatchObject(LICENSED)
    await world().act('app_answer_key_end_overlap', { app })
    expect(await world().program.check()).toMatchObject(LICENSED)
    await world().begin({ app, settings }, 'A', { settings: old })
    expect(await world().program.check()).toMatchObject({ name: 'waiting', code: 0 })
  })

  it('takes no answer that the server gave to another code, although everything else is right', async () => {
    const { app, settings } = await world().application({ free_mode: true })
    const { answer_key } = await world().act('app_get', { app })
    await world().begin({ app, settings }, 'MINE', { settings: { answer_key } })
    // A person with the appkey and a good code of their own answers for the server.
    world().front.forge = (body) => {
      const fields = new URLSearchParams(body)
      if (!fields.has('kami')) return body
      fields.set('kami', 'THEIRS')
      const signed = [...fields].filter(([name]) => name !== 'sign' && name !== 'value')
      const text = signed.map(([name, value]) => `${name}=${value}&`).join('')
      fields.set(
        'sign',
        createHash('md5')
          .update(text + settings.appkey)
          .digest('hex'),
      )
      return fields.toString()
    }
    expect(await world().program.check()).toMatchObject({ name: 'waiting', code: 0 })
    world().front.reset()
    expect(await world().program.check()).toMatchObject(LICENSED)
  })

  it('takes a signed answer', async () => {
    expect(
      await check((answer, time) => {
        header(answer, time, signatureEntry(key, time, answer))
      }),
    ).toMatchObject(LICENSED)
  })

  it('takes an answer under either key of a rotation, and both entries at once', async () => {
    for (const signers of [[next], [other, next], [next, key]]) {
      const state = await check((answer, time) => {
        header(answer, time, ...signers.map((signer) => signatureEntry(signer, time, answer)))
      }, next.hex)
      expect(state).toMatchObject(LICENSED)
    }
  })

  const wrong: [string, (answer: Passing, time: number) => void][] = [
    [
      'without a signature',
      (answer) => {
        delete answer.headers['X-Pulsekey-Signature']
      },
    ],
    [
      'with an empty header',
      (answer) => {
        answer.headers['X-Pulsekey-Signature'] = ''
      },
    ],
    [
      'under another key',
      (answer, time) => {
        header(answer, time, signatureEntry(other, time, answer))
      },
    ],
    [
      "under another key with this key's name",
      (answer, time) => {
        const name = signatureEntry(key, time, answer).slice(0, 8)
        header(answer, time, name + signatureEntry(other, time, answer).slice(8))
      },
    ],
    [
      'of another time',
      (answer, time) => {
        header(answer, time - 1, signatureEntry(key, time - 1, answer))
      },
    ],
    [
      'with another body',
      (answer, time) => {
        header(answer, time, signatureEntry(key, time, { ...answer, body: `${answer.body} ` }))
      },
    ],
    [
      'to another value',
      (answer, time) => {
        header(answer, time, signatureEntry(key, time, { ...answer, value: 'x' }))
      },
    ],
    [
      'of another endpoint',
      (answer, time) => {
        header(answer, time, signatureEntry(key, time, { ...answer, api: 'notice' }))
      },
    ],
    [
      'that is no base64',
      (answer, time) => {
        header(answer, time, `${signatureEntry(key, time, answer).slice(0, 9)}é*`)
      },
    ],
  ]
  it.each(wrong)('takes no answer %s', async (_, change) => {
    expect(await check(change)).toMatchObject({ name: 'waiting', code: 0 })
  })
}

/** Known answers of RFC 8032, 7.1: public key, message, signature. */
const KNOWN = [
  [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
] as const
/** The order of the base point. A signature with s + ORDER is another text of the same signature. */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n

/** The kit's own Ed25519, for languages without one. */
export function describeEd25519(world: () => KitWorld): void {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const message = Buffer.from('pulsekey1\n卡密')
  const signature = sign(null, message, privateKey).toString('hex')
  const verify = (key: string, signed: string) => world().program.verify(key, message.toString('hex'), signed)

  it.each(KNOWN)('verifies the signature of the RFC by %s', async (key, known, signed) => {
    expect(await world().program.verify(key, known, signed)).toBe(true)
    expect(await world().program.verify(key, `${known}00`, signed)).toBe(false)
  })

  it('verifies a signature of node:crypto, and none with another bit', async () => {
    expect(await verify(publicHex(publicKey), signature)).toBe(true)
    for (const at of [0, 31, 32, 63]) {
      const bytes = Buffer.from(signature, 'hex')
      bytes[at]! ^= 1
      expect(await verify(publicHex(publicKey), bytes.toString('hex'))).toBe(false)
    }
  })

  it('refuses a second text of the same signature', async () => {
    const s = BigInt(`0x${Buffer.from(signature.slice(64), 'hex').reverse().toString('hex')}`) + ORDER
    const second = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse().toString('hex')
    expect(await verify(publicHex(publicKey), signature.slice(0, 64) + second)).toBe(false)
  })

  it.each([
    ['a key that is no point', `02${'0'.repeat(62)}`],
    ['a key over the field', `${'f'.repeat(62)}7f`],
    ['a short key', 'aa'],
    ['no key', ''],
  ])('refuses %s', async (_, key) => {
    expect(await verify(key, signature)).toBe(false)
  })

  it('refuses a signature of another length', async () => {
    expect(await verify(publicHex(publicKey), signature.slice(2))).toBe(false)
    expect(await verify(publicHex(publicKey), '')).toBe(false)
  })
}
