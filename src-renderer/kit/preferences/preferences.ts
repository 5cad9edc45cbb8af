import { defineStore } from 'pinia'
import { computed, reactive, shallowRef, watch } from 'vue'
import type {
  AlarmTone,
  DENSITIES,
  FIRST_SCREENS,
  PL_SCHEMES,
  THEMES,
} from '../../../src-server/contract/preference-names.ts'
import type { Preferences } from '../../../src-server/contract/records/preferences.ts'
import type { Locale } from '../../i18n/locales.ts'
import { shownNotation, type NumberNotation } from '../../i18n/number-format.ts'
import { shownZone } from '../../i18n/zone.ts'
import { PreferencesKeeper } from './preferences-keeper.ts'

export {
  DENSITIES,
  FIRST_SCREENS,
  NUMBER_NOTATIONS,
  PL_SCHEMES,
  THEMES,
} from '../../../src-server/contract/preference-names.ts'
export type Theme = (typeof THEMES)[number]
export type PlScheme = (typeof PL_SCHEMES)[number]
export type Density = (typeof DENSITIES)[number]

/** The members with one value, and what counts where a person never chose. */
interface Choices {
  readonly language: Locale
  readonly theme: Theme
  readonly pl_scheme: PlScheme
  readonly density: Density
  readonly numbers: NumberNotation
  readonly first_screen: (typeof FIRST_SCREENS)[number]
  readonly narrow_navigation: boolean
  readonly sound: boolean
  readonly alarm_tone: AlarmTone
  readonly alarm_volume: number
  readonly alarm_repeat: boolean
  readonly alarm_notices: boolean
}

function spokenLanguage(languages: readonly string[]): Locale {
  return languages[0]?.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}

/** What this person set. The server keeps it for them. Before the sign-in it is what this browser last showed. */
export const usePreferences = defineStore('preferences', () => {
  const kept = shallowRef<Preferences>({})
  const keeper = new PreferencesKeeper((preferences) => (kept.value = preferences))
  kept.value = keeper.current
  const defaults: Choices = {
    language: spokenLanguage(navigator.languages),
    theme: 'system',
    // In China, red is up. A choice of the language alone brings it.
    get pl_scheme() {
      return locale.value === 'zh-CN' ? 'red-up' : 'mt5'
    },
    density: 'compact',
    numbers: 'comma',
    first_screen: 'live',
    narrow_navigation: false,
    // An alarm that is off until a person finds its switch is never heard.
    sound: true,
    alarm_tone: 'chime',
    alarm_volume: 75,
    alarm_repeat: false,
    alarm_notices: true,
  }
  const choice = <N extends keyof Choices>(name: N) =>
    computed<Choices[N]>({
      get: () => (kept.value as Partial<Choices>)[name] ?? defaults[name],
      set: (value) => {
        if (value !== kept.value[name]) keeper.change({ [name]: value })
      },
    })

  const locale = choice('language')
  const theme = choice('theme')
  const plScheme = choice('pl_scheme')
  const density = choice('density')
  const numbers = choice('numbers')
  /** Empty: the zone of this computer. */
  const timeZone = computed({
    get: () => kept.value.time_zone ?? '',
    set: (zone) => {
      keeper.change({ time_zone: zone === '' ? null : zone })
    },
  })

  const systemDark = matchMedia('(prefers-color-scheme: dark)')
  const system = reactive({ dark: systemDark.matches })
  systemDark.addEventListener('change', (event) => {
    system.dark = event.matches
  })
  const shownTheme = computed(() =>
    theme.value === 'system' ? (system.dark ? 'dark' : 'light') : theme.value,
  )
  watch(
    [shownTheme, plScheme, density],
    ([shown, scheme, rows]) => {
      const root = document.documentElement.dataset
      root['theme'] = shown
      root['pl'] = scheme
      root['density'] = rows
    },
    { immediate: true },
  )
  watch(
    numbers,
    (notation) => {
      shownNotation.value = notation
    },
    { immediate: true, flush: 'sync' },
  )
  watch(
    timeZone,
    (zone) => {
      shownZone.value = zone === '' ? undefined : zone
    },
    { immediate: true, flush: 'sync' },
  )

  return {
    kept,
    change: keeper.change.bind(keeper),
    async load(person: string): Promise<void> {
      await keeper.load(person)
      // Messages have times in this zone where the person chose none.
      const { timeZone: own } = new Intl.DateTimeFormat().resolvedOptions()
      if (kept.value.seen_zone !== own) keeper.change({ seen_zone: own })
    },
    leave: keeper.leave.bind(keeper),
    locale,
    theme,
    plScheme,
    density,
    numbers,
    firstScreen: choice('first_screen'),
    narrowNavigation: choice('narrow_navigation'),
    sound: choice('sound'),
    alarmTone: choice('alarm_tone'),
    alarmVolume: choice('alarm_volume'),
    alarmRepeat: choice('alarm_repeat'),
    alarmNotices: choice('alarm_notices'),
    timeZone,
    shownTheme,
  }
})
