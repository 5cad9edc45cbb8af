import { useI18n } from 'vue-i18n'

/** The time since a start, given in seconds: its two largest units, from minutes up, in the reader's language. */
export function useUptimeWords(): (seconds: number) => string {
  const { t } = useI18n()
  return (seconds) => {
    const minutes = Math.floor(Math.max(0, seconds) / 60)
    const hours = Math.floor(minutes / 60)
    const days = Math.floor(hours / 24)
    if (days > 0) return t('common.uptime.days', { days, hours: hours % 24 })
    if (hours > 0) return t('common.uptime.hours', { hours, minutes: minutes % 60 })
    return t('common.uptime.minutes', { minutes })
  }
}
