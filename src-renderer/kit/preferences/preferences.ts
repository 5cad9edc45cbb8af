import { defineStore } from 'pinia'
import { computed, reactive, toRefs, watch } from 'vue'
import { LOCALES, type Locale } from '../../i18n/locales.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
/** mt5: blue up, red down. */
export const PL_SCHEMES = ['mt5', 'green-up', 'red-up'] as const
export type PlScheme = (typeof PL_SCHEMES)[number]
export const DENSITIES = ['compact', 'comfortable'] as const
export type Density = (typeof DENSITIES)[number]

interface Preferences {
  theme: Theme
  locale: Locale
  plScheme: PlScheme
  density: Density
}

const KEY = 'pulsekey.preferences'

function oneOf<T extends string>(allowed: readonly T[], value: unknown, otherwise: T): T {
  return allowed.find((candidate) => candidate === value) ?? otherwise
}

/** The stored preferences. Unknown values fall back, so that an old or edited store can't break the start. */
export function parsePreferences(kept: string | null, languages: readonly string[]): Preferences {
  let found: Record<string, unknown> = {}
  try {
    const parsed: unknown = JSON.parse(kept ?? '{}')
    if (typeof parsed === 'object' && parsed !== null) found = { ...parsed }
  } catch {
    // An unreadable store counts as empty.
  }
  const spoken: Locale = languages[0]?.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
  return {
    theme: oneOf(THEMES, found['theme'], 'system'),
    locale: oneOf(LOCALES, found['locale'], spoken),
    plScheme: oneOf(PL_SCHEMES, found['plScheme'], 'mt5'),
    density: oneOf(DENSITIES, found['density'], 'compact'),
  }
}

/** This person's preferences, stored in this browser. */
export const usePreferences = defineStore('preferences', () => {
  const chosen = reactive(parsePreferences(localStorage.getItem(KEY), navigator.languages))
  const systemDark = matchMedia('(prefers-color-scheme: dark)')
  const system = reactive({ dark: systemDark.matches })
  systemDark.addEventListener('change', (event) => {
    system.dark = event.matches
  })
  const shownTheme = computed(() =>
    chosen.theme === 'system' ? (system.dark ? 'dark' : 'light') : chosen.theme,
  )

  watch(chosen, () => {
    localStorage.setItem(KEY, JSON.stringify(chosen))
  })
  watch(
    [shownTheme, () => chosen.plScheme, () => chosen.density],
    ([theme, plScheme, density]) => {
      const root = document.documentElement.dataset
      root['theme'] = theme
      root['pl'] = plScheme
      root['density'] = density
    },
    { immediate: true },
  )
  return { ...toRefs(chosen), shownTheme }
})
