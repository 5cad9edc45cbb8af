import { describe, expect, it } from 'vitest'
import { flatten } from './flatten.ts'
import { LOCALES, type Locale } from './locales.ts'
import { nameByFile, type MessageTree } from './name-by-file.ts'
import { TERMS } from './terms.ts'

const TREES = {
  en: nameByFile(import.meta.glob<MessageTree>('./en/*.json', { eager: true, import: 'default' })),
  'zh-CN': nameByFile(import.meta.glob<MessageTree>('./zh-CN/*.json', { eager: true, import: 'default' })),
}

/** The desktop's own texts are sources, with Chinese characters only where the text is Chinese. */
const DESKTOP = Object.values(
  import.meta.glob<string>('../../src-main/**/*.texts.ts', { eager: true, query: '?raw', import: 'default' }),
).flatMap((source) =>
  [...source.matchAll(/(['`])((?:(?!\1).)*)\1/g)].map(([, , text]) =>
    (text ?? '').replaceAll(String.raw`\n`, '\n'),
  ),
)
const isChinese = (text: string): boolean => /[\u4e00-\u9fff]/.test(text)

/** The text for a reader: parameters are separate words and don't count. */
function shown(text: string): string {
  return text.replaceAll("{'@'}", '@').replaceAll(/\$?\{[^{}]*\}/g, '')
}

function textsOf(locale: Locale): [key: string, text: string][] {
  const desktop = DESKTOP.filter((text) => isChinese(text) === (locale === 'zh-CN'))
  return [
    ...flatten(TREES[locale]),
    ...desktop.map((text): [string, string] => [`desktop text “${text}”`, text]),
  ]
}

function slips(locale: Locale, texts: readonly (readonly [key: string, text: string])[]): string[] {
  return texts.flatMap(([key, text]) =>
    TERMS[locale].filter(({ not }) => not.test(shown(text))).map(({ use }) => `${key}: use “${use}”`),
  )
}

describe.each(LOCALES)('texts in %s', (locale) => {
  it('use one term for one thing', () => {
    const texts = textsOf(locale)
    expect(texts.length).toBeGreaterThan(3000)
    expect(slips(locale, texts)).toEqual([])
  })
})

describe('the list of terms', () => {
  it.each([
    ['zh-CN', '导出 3 个卡密', '张卡密'],
    ['zh-CN', '1分钟前', '3 天'],
    ['en', 'Given up', 'Failed'],
    ['en', 'Give codes to sell', 'Allocate codes'],
    ['en', 'No close all was ever asked.', 'Requested'],
  ] as const)('%s: refuses “%s”', (locale, text, use) => {
    expect(slips(locale, [['key', text]])).toEqual([`key: use “${use}”`])
  })

  it('accepts its own terms', () => {
    for (const locale of LOCALES)
      for (const { use, not } of TERMS[locale]) expect(not.test(use), use).toBe(false)
  })
})
