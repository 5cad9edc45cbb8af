import { createI18n, useI18n } from 'vue-i18n'
import type { Locale } from './locales.ts'
import { nameByFile, type MessageTree } from './name-by-file.ts'

// The customers' page has its own (src-renderer/public/messages.ts).
const en = nameByFile(
  import.meta.glob<MessageTree>(['./en/*.json', '!./en/public.json'], { eager: true, import: 'default' }),
)
const loaded = new Set<Locale>(['en'])

/**
 * `t('<file>.<key>')`. Outside values are passed as parameters, because `@ | { }` are special in a message.
 */
export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  fallbackLocale: 'en',
  messages: { en, 'zh-CN': {} },
})

export async function showLocale(locale: Locale): Promise<void> {
  if (!loaded.has(locale)) {
    const { messages } = await import('./zh-CN/index.ts')
    i18n.global.setLocaleMessage(locale, messages)
    loaded.add(locale)
  }
  i18n.global.locale.value = locale
  document.documentElement.lang = locale
}

/** For keys that are put together, such as a dialog's own title. undefined where there is no such text. */
export function useFindText(): (
  key: string,
  named?: Readonly<Record<string, unknown>>,
) => string | undefined {
  const words = useI18n()
  // Each key of English is in every language.
  return (key, named = {}) => (words.te(key, 'en') ? words.t(key, named) : undefined)
}
