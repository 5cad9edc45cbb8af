import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import type { Application } from '../domain/application/application.ts'
import {
  newAnswerKey,
  NO_ANSWER_KEYS,
  rotatedAnswerKey,
  type AnswerKeys,
} from '../domain/application/answer-key.ts'
import { defaultSettings } from '../domain/application/create.ts'
import { NO_PREVIOUS_KEYS } from '../domain/application/keys.ts'
import { Kits } from './kit-maker.ts'

const keyOf = (byte: number) =>
  newAnswerKey({ bytes: (length) => new Uint8Array(length).fill(byte), below: () => 0 })
const [first, second] = [keyOf(1), keyOf(2)]
const NOW = 1_700_000_000
const kits = new Kits(async () => ({ 'kit.py': 'KEYS = ["{{answer_key}}", "{{answer_key_next}}"]' }), {
  now: () => NOW,
  nowMs: () => NOW * 1000,
})

/** The keys in a kit of an application. */
async function keysIn(keys: AnswerKeys, signAnswers = true): Promise<unknown> {
  const settings: Application = {
    ...{ ...defaultSettings('Signing'), ...NO_PREVIOUS_KEYS, ...keys, signAnswers },
    ...{
      id: 10_001,
      ownerId: 1,
      appkey: 'k',
      rc4Key: 'r',
      apiTotal: 0,
      createdAt: NOW,
      revision: 0,
      demo: false,
    },
  }
  const kit = await kits.make(settings, 'python', settings, 'http://127.0.0.1')
  const source = strFromU8(unzipSync(kit!.zip)['kit.py']!)
  return JSON.parse(source.slice('KEYS = '.length).replaceAll("'", '"'))
}

it('a kit carries the key that signs, and both keys in a rotation', async () => {
  const rotating = rotatedAnswerKey(first, second, NOW + 1)
  expect(await keysIn(NO_ANSWER_KEYS)).toEqual(['', ''])
  expect(await keysIn(first, false)).toEqual(['', ''])
  expect(await keysIn(first)).toEqual([first.answerKey, ''])
  expect(await keysIn(rotating)).toEqual([first.answerKey, second.answerKey])
  expect(await keysIn({ ...rotating, previousAnswerKeyUntil: NOW })).toEqual([second.answerKey, ''])
})
