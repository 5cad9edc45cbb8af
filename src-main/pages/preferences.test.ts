import { expect, it } from 'vitest'

import { PREFERENCES_TEXTS } from './preferences.texts.ts'
import { inGroups, proxyOf } from './preferences-words.ts'

it('writes a fingerprint in a form for comparison', () => {
  expect(inGroups('0123456789abcdef'.repeat(4))).toBe(
    Array.from({ length: 4 }, () => '0123 4567 89AB CDEF').join('\n'),
  )
})

it('takes the chosen proxy', () => {
  expect(proxyOf('system', 'x:1')).toEqual({ mode: 'system' })
  expect(proxyOf('direct', '')).toEqual({ mode: 'direct' })
  expect(proxyOf('fixed', ' proxy:3128 ')).toEqual({ mode: 'fixed', server: 'proxy:3128' })
  expect(proxyOf(null, '')).toEqual({ mode: 'system' })
})

it('has every text in both languages', () => {
  expect(Object.keys(PREFERENCES_TEXTS.zh)).toEqual(Object.keys(PREFERENCES_TEXTS.en))
})
