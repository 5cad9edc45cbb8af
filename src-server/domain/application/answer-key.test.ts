import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { answerSignature, isSignable } from '../../wire/answer-signature.ts'
import { idOfAnswerKey, newAnswerKey, openAnswerKey, rotatedAnswerKey, signingKeysAt } from './answer-key.ts'

/** RFC 8032, 7.1, test 1. */
const SECRET = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
const PUBLIC = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
const random = (secret: string) => ({ bytes: () => Buffer.from(secret, 'hex'), below: () => 0 })

describe('a key for answers', () => {
  it('has the public half of RFC 8032, and the beginning of its SHA-256 as its name', () => {
    expect(newAnswerKey(random(SECRET))).toMatchObject({ answerKey: PUBLIC, answerPrivateKey: SECRET })
    expect(idOfAnswerKey(PUBLIC)).toBe('21fe31df')
  })

  it('signs beside the key that replaces it until its time, and alone where there is no other', () => {
    const first = newAnswerKey(random(SECRET))
    const second = newAnswerKey(random(`${SECRET.slice(0, -2)}61`))
    const both = rotatedAnswerKey(first, second, 100)
    expect(signingKeysAt(first, 0).map(({ publicHalf }) => publicHalf)).toEqual([PUBLIC])
    expect(signingKeysAt(both, 99).map(({ publicHalf }) => publicHalf)).toEqual([PUBLIC, second.answerKey])
    expect(signingKeysAt(both, 100).map(({ publicHalf }) => publicHalf)).toEqual([second.answerKey])
    expect(rotatedAnswerKey(both, first, 0)).toEqual(first)
    expect(signingKeysAt({ ...first, answerPrivateKey: '' }, 0)).toEqual([])
  })
})

describe('the header of a signature', () => {
  const call = { time: 1_700_000_000, value: 'v\xff', api: 'ini' }

  it('has the time and an entry for each key, over bytes joined by line feeds', async () => {
    const header = await answerSignature([{ id: '21fe31df', key: openAnswerKey(SECRET) }], call, '{"a":"中"}')
    const [time, entry = ''] = header.split(' ')
    expect(time).toBe('t=1700000000')
    const bytes = Buffer.concat([
      Buffer.from('pulsekey1\n1700000000\nv'),
      Buffer.from([0xff]),
      Buffer.from('\nini\n{"a":"'),
      Buffer.from([0xe4, 0xb8, 0xad]),
      Buffer.from('"}'),
    ])
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(PUBLIC, 'hex').toString('base64url') },
      format: 'jwk',
    })
    expect(entry.startsWith('21fe31df=')).toBe(true)
    expect(verify(null, bytes, key, Buffer.from(entry.slice(9), 'base64'))).toBe(true)
  })

  it('is not made where value or api holds a line feed', () => {
    expect(isSignable(call)).toBe(true)
    expect(isSignable({ ...call, value: 'a\nini\n{}' })).toBe(false)
    expect(isSignable({ ...call, api: 'ini\n{}' })).toBe(false)
  })
})
