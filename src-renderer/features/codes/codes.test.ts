import { describe, expect, it } from 'vitest'
import { CODE_EVENTS } from '../../../src-server/contract/records/code-event.ts'
import {
  CODE_TYPES,
  CODE_UNIT_SECONDS,
  CODE_UNITS,
  RECORD_CHOICES,
} from '../../../src-server/contract/code-names.ts'
import { CODE_CONTRACT } from '../../../src-server/contract/actions/codes.ts'
import type { EditRefusal } from '../../../src-server/domain/code/edit.ts'
import chinese from '../../i18n/zh-CN/codes.json'
import english from '../../i18n/en/codes.json'
import { cardUnit, durationParts, spanParts, UNITS } from '../../subjects/codes/code-duration.ts'
import { exampleCode, isGuessable, USUAL_SHAPE } from './code-example.ts'
import { generateInput, newGenerateForm } from './generate-form.ts'

it('the duration field offers every unit', () => {
  expect([...UNITS].sort()).toEqual([...CODE_UNITS].sort())
})

/** The type requires an entry for each reason: a new reason does not compile without one. */
const SKIPPED: Record<EditRefusal | 'plan' | 'unknown', true> = {
  recycled: true,
  not_recycled: true,
  same: true,
  endless: true,
  ended: true,
  too_short: true,
  too_long: true,
  spent: true,
  not_bound: true,
  account: true,
  debug: true,
  too_many_tags: true,
  no_field: true,
  one_account: true,
  too_few_seats: true,
  plan: true,
  unknown: true,
}

describe.each([
  ['en', english],
  ['zh-CN', chinese],
])('the texts in %s', (_, texts) => {
  it('name every event of a history', () => {
    expect(Object.keys(texts.history.kind).sort()).toEqual([...CODE_EVENTS].sort())
  })

  it('name every reason for which a code is skipped', () => {
    expect(Object.keys(texts.skipped).sort()).toEqual(Object.keys(SKIPPED).sort())
  })

  it('name every effect of a refund on a trading account', () => {
    expect(Object.keys(texts.record.choice)).toEqual([...RECORD_CHOICES])
  })
})

describe('durationParts', () => {
  it.each([
    [2_592_000, 'day', 30],
    [86_400, 'day', 1],
    [90_000, 'hour', 25],
    [59, 'second', 59],
  ])('%i s is shown in %ss', (seconds, unit, amount) => {
    expect(durationParts(seconds)).toEqual({ unit, amount })
  })
})

describe('spanParts', () => {
  it.each([
    [2_592_000, [['day', 30]]],
    [
      2_591_999,
      [
        ['day', 29],
        ['hour', 23],
      ],
    ],
    [86_460, [['day', 1]]],
    [
      3_661,
      [
        ['hour', 1],
        ['minute', 1],
      ],
    ],
    [59, [['second', 59]]],
  ])('shows %i s in the two largest units', (seconds, parts) => {
    expect(spanParts(seconds).map(({ unit, amount }) => [unit, amount])).toEqual(parts)
  })
})

describe('exampleCode', () => {
  it('draws each character from the alphabet and puts the prefix in front', () => {
    const drawn = [0, 1, 2, 1]
    const code = exampleCode({ prefix: 'GGP-', length: 4, alphabet: 'xyz' }, (limit) => {
      expect(limit).toBe(3)
      return drawn.shift()!
    })
    expect(code).toBe('GGP-xyzy')
  })
})

describe('isGuessable', () => {
  it('warns of short codes and of small alphabets', () => {
    expect(isGuessable(USUAL_SHAPE)).toBe(false)
    expect(isGuessable({ ...USUAL_SHAPE, length: 11 })).toBe(true)
    expect(isGuessable({ ...USUAL_SHAPE, alphabet: '01' })).toBe(true)
  })
})

describe('generateInput', () => {
  it('sends a unit and an amount only where the type has them, as the contract requires', () => {
    const form = newGenerateForm('10001')
    const inputs = CODE_TYPES.map((type) => generateInput({ ...form, type }))
    for (const input of inputs) expect(CODE_CONTRACT.code_generate.input.safeParse(input).success).toBe(true)
    expect(inputs.map(({ type, unit, amount }) => [type, unit, amount])).toEqual([
      ['time', 'day', 30],
      ['permanent', undefined, undefined],
      ['vip', undefined, undefined],
      ['count', undefined, 30],
      ['points', undefined, 30],
    ])
  })

  it('gives a duration to a VIP code that ends', () => {
    expect(generateInput({ ...newGenerateForm('1'), type: 'vip', endless: false })).toMatchObject({
      unit: 'day',
      amount: 30,
    })
  })
})

describe('cardUnit', () => {
  it.each([
    [CODE_UNIT_SECONDS.day, 'day'],
    [CODE_UNIT_SECONDS.month, 'month'],
    [CODE_UNIT_SECONDS.month + 1, undefined],
    [CODE_UNIT_SECONDS.hour, undefined],
  ])('%d seconds: %s', (seconds, unit) => {
    expect(cardUnit(seconds)).toBe(unit)
  })
})
