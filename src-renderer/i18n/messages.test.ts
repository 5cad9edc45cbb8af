import { createI18n } from 'vue-i18n'
import { describe, expect, it } from 'vitest'
import { flatten } from './flatten.ts'
import { nameByFile, type MessageTree } from './name-by-file.ts'
import { LOCALES } from './locales.ts'

const files = {
  en: nameByFile(import.meta.glob<MessageTree>('./en/*.json', { eager: true, import: 'default' })),
  'zh-CN': nameByFile(import.meta.glob<MessageTree>('./zh-CN/*.json', { eager: true, import: 'default' })),
}
const sources = import.meta.glob<string>(['../**/*.{vue,ts}', '!../**/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** `{n}` and `{count}` choose a plural; a language without plurals may leave them out. */
function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))].sort()
}

/** Lists, forms and questions find their texts by the start of their keys: `words="people.plan"`. */
function givenWords(text: string): string[] {
  return [...text.matchAll(/(?<![:\w])(?:(?:words|labels)(?:="|: ')|choices\(')([\w.]+)["']/g)].map(
    ([, start]) => start!,
  )
}

const english = new Map(flatten(files.en))
const chinese = new Map(flatten(files['zh-CN']))

describe('messages', () => {
  it('are in the same files and under the same keys in both languages', () => {
    expect(Object.keys(files['zh-CN']).sort()).toEqual(Object.keys(files.en).sort())
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort())
  })

  it('take the same parameters in both languages', () => {
    const differing = [...english].filter(
      ([key, text]) => placeholders(text).join() !== placeholders(chinese.get(key)!).join(),
    )
    expect(differing.map(([key]) => key)).toEqual([])
  })

  it.each(LOCALES)('all compile in %s', (locale) => {
    const i18n = createI18n({ legacy: false, locale, messages: files, missingWarn: false })
    const { t } = i18n.global
    const known = locale === 'en' ? english : chinese
    for (const [key, text] of known) {
      const parameters = Object.fromEntries(placeholders(text).map((name) => [name, `<${name}>`]))
      const shown = t(key, parameters, 2)
      expect(shown, key).not.toBe(key)
      expect(shown, key).not.toMatch(/[{}|]/)
      for (const name of placeholders(text.split('|').at(-1)!)) expect(shown, key).toContain(`<${name}>`)
    }
  })

  it('exist for every key that the screens name', () => {
    const named = Object.entries(sources).flatMap(([file, text]) =>
      [...text.matchAll(/\bt\(\s*'([\w.-]+)'/g)].map(([, key]) => ({ file, key: key! })),
    )
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter(({ key }) => !english.has(key))).toEqual([])
  })

  it('are all used: a source contains every key, or the start of a composed one', () => {
    const text = Object.values(sources).join('\n')
    const composed = [...text.matchAll(/`([\w.-]+\.(?:[\w-]*))\$\{/g)].map(([, start]) => start!)
    const words = new Set(givenWords(text))
    const named = new Set([...text.matchAll(/'([\w.-]+)'/g)].map(([, key]) => key!))
    const unused = [...english.keys()].filter(
      (key) =>
        !named.has(key) &&
        !words.has(key.slice(0, key.lastIndexOf('.'))) &&
        !composed.some((start) => key.startsWith(start)),
    )
    expect(unused).toEqual([])
  })

  it('exist for every part of the kit that is given the start of its keys', () => {
    const starts = givenWords(Object.values(sources).join('\n'))
    expect(starts.length).toBeGreaterThan(10)
    expect(starts.filter((start) => ![...english.keys()].some((key) => key.startsWith(`${start}.`)))).toEqual(
      [],
    )
  })
})
