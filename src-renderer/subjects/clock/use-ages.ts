import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { NO_FIGURE } from '../figures/figures.ts'
import { shortAge } from './ages.ts'

/** A number of seconds in its largest whole unit, in the reader's language: `3h`. */
export function useSpans(): (seconds: number) => string {
  const { t } = useI18n()
  const units = computed(() => ({
    second: t('live.age.second'),
    minute: t('live.age.minute'),
    hour: t('live.age.hour'),
    day: t('live.age.day'),
  }))
  return (seconds) => shortAge(seconds, units.value)
}

/** The age of a moment in the reader's language; a dash for one that never was (0 or null). */
export function useAges(): (at: number | null, now: number) => string {
  const span = useSpans()
  return (at, now) => (at === null || at === 0 ? NO_FIGURE : span(now - at))
}
