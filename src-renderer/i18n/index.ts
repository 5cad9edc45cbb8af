import { createI18n, useI18n } from 'vue-i18n'
import type { Locale } from './locales.ts'
import { nameByFile, type MessageTree } from './name-by-file.ts'

/** The texts of the pages before the sign-in: few enough to load in every language at once. */
const first = import.meta.glob<MessageTree>('./*/{common,session,security}.json', {
  eager: true,
  import: 'default',
})
const firstOf = (locale: Locale) =>
  nameByFile(Object.fromEntries(Object.entries(first).filter(([path]) => path.startsWith(`./${locale}/`))))

/** The texts of all screens. */
const REST: Readonly<Record<Locale, () => Promise<{ messages: Record<string, MessageTree> }>>> = {
  en: () => import('./en/rest.ts'),
  'zh-CN': () => import('./zh-CN/rest.ts'),
}
const loaded = new Set<Locale>()
let wantsAll = false

/**
 * `t('<file>.<key>')`. Outside values are passed as parameters, because `@ | { }` are special in a message.
 */
export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  fallbackLocale: 'en',
  messages: { en: firstOf('en'), 'zh-CN': firstOf('zh-CN') },
})

async function load(locale: Locale): Promise<void> {
  if (!wantsAll || loaded.has(locale)) return
  const { messages } = await REST[locale]()
  i18n.global.mergeLocaleMessage(locale, messages)
  loaded.add(locale)
}

export async function showLocale(locale: Locale): Promise<void> {
  await load(locale)
  i18n.global.locale.value = locale
  document.documentElement.lang = locale
}

/** Loads the texts of all screens, in this language and in those that are chosen later. */
export async function loadAllTexts(): Promise<void> {
  wantsAll = true
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
