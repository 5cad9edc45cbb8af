import { createI18n, useI18n } from 'vue-i18n'
import type { Locale } from './locales.ts'
import type { MessageTree } from './name-by-file.ts'

/** `first` has the texts of the pages before the sign-in, `rest` those of all screens. */
type Part = 'first' | 'rest'

const PARTS: Readonly<
  Record<Locale, Readonly<Record<Part, () => Promise<{ messages: Record<string, MessageTree> }>>>>
> = {
  en: { first: () => import('./en/first.ts'), rest: () => import('./en/rest.ts') },
  'zh-CN': { first: () => import('./zh-CN/first.ts'), rest: () => import('./zh-CN/rest.ts') },
}
const loaded = new Set<string>()
const wanted = new Set<Part>(['first'])

/**
 * `t('<file>.<key>')`. Outside values are passed as parameters, because `@ | { }` are special in a message.
 */
export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  fallbackLocale: 'en',
  messages: { en: {}, 'zh-CN': {} },
})

async function load(locale: Locale): Promise<void> {
  const missing = [...wanted].filter((part) => !loaded.has(`${locale} ${part}`))
  const parts = await Promise.all(missing.map((part) => PARTS[locale][part]()))
  for (const { messages } of parts) i18n.global.mergeLocaleMessage(locale, messages)
  for (const part of missing) loaded.add(`${locale} ${part}`)
}

export async function showLocale(locale: Locale): Promise<void> {
  await load(locale)
  i18n.global.locale.value = locale
  document.documentElement.lang = locale
}

/** Loads the texts of all screens, in this language and in those that are chosen later. */
export async function loadAllTexts(): Promise<void> {
  wanted.add('rest')
  await load(i18n.global.locale.value)
}

/** For keys that are put together, such as a dialog's own title. undefined where there is no such text. */
export function useFindText(): (
  key: string,
  named?: Readonly<Record<string, unknown>>,
) => string | undefined {
  const words = useI18n()
  return (key, named = {}) => (words.te(key) ? words.t(key, named) : undefined)
}
