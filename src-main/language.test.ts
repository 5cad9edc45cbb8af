import { expect, it } from 'vitest'

import { languageOf } from './language.ts'

it.each([
  ['zh', 'zh'],
  ['zh-CN', 'zh'],
  ['ZH-tw', 'zh'],
  ['en-US', 'en'],
  ['de', 'en'],
  ['', 'en'],
])('%s is read in %s', (locale, language) => {
  expect(languageOf(locale)).toBe(language)
})
