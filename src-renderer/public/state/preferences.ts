import { computed, reactive, watch, watchEffect } from 'vue'
import { LOCALES, type Locale } from '../../i18n/locales.ts'
import { messages } from '../messages.ts'
import { site } from './site.ts'

export type Theme = 'light' | 'dark'

interface Chosen {
  /** Undefined before a choice: then the browser's language unless the site forces its own, and the system's theme. */
  locale: Locale | undefined
  theme: Theme | undefined
}

const KEY = 'pulsekey.public'
const systemDark = matchMedia('(prefers-color-scheme: dark)')
const system = reactive({ dark: systemDark.matches })
systemDark.addEventListener('change', ({ matches }) => {
  system.dark = matches
})

function readKept(): Chosen {
  let kept: Record<string, unknown> = {}
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof parsed === 'object' && parsed !== null) kept = { ...parsed }
  } catch {
    // No store, or an unreadable one, is no choice.
  }
  return {
    locale: LOCALES.find((known) => known === kept['locale']),
    theme: (['light', 'dark'] as const).find((known) => known === kept['theme']),
  }
}

const chosen = reactive(readKept())
/** The first of the browser's languages that the page speaks. */
const spoken = navigator.languages
  .map((tag) => LOCALES.find((known) => known.slice(0, 2) === tag.slice(0, 2).toLowerCase()))
  .find((known) => known !== undefined)

export const locale = computed<Locale>({
  get: () => {
    if (chosen.locale !== undefined) return chosen.locale
    const { language, language_forced: isForced } = site.value ?? {}
    return (isForced === true ? language : (spoken ?? language)) ?? 'en'
  },
  set: (value) => {
    chosen.locale = value
  },
})
export const theme = computed<Theme>({
  get: () => chosen.theme ?? (system.dark ? 'dark' : 'light'),
  set: (value) => {
    chosen.theme = value
  },
})

/** Applies language and theme to the document, now and on every change. */
export function applyPreferences(): void {
  watchEffect(() => {
    messages.global.locale.value = locale.value
    document.documentElement.lang = locale.value
    document.documentElement.dataset['theme'] = theme.value
  })
  watch(chosen, (value) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(value))
    } catch {
      // A browser without a store asks again next time.
    }
  })
}
