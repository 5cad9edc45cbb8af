import { useI18n } from 'vue-i18n'
import type { CodeRecord } from '../../../src-server/contract/records/code.ts'
import { PERMANENT_VIP, UNLIMITED_USES } from '../../../src-server/contract/limits.ts'
import { formatInteger, formatTime } from '../../i18n/format.ts'
import { cardUnit, durationParts, spanParts } from './code-duration.ts'

type Worth = Pick<CodeRecord, 'type' | 'seconds' | 'left'>

/** Codes in words. */
export function useCodeWords() {
  const { t } = useI18n()

  function say({ unit, amount }: { unit: string; amount: number }): string {
    return t(`codes.duration.${unit}`, { n: formatInteger(amount) }, amount)
  }
  const duration = (seconds: number) => say(durationParts(seconds))
  /** Sellers have names for the usual lengths: 月卡 is a code of 30 days. */
  function timeCode(seconds: number): string {
    const unit = cardUnit(seconds)
    return unit === undefined ? duration(seconds) : t(`codes.card.${unit}`)
  }
  /** What a code is worth: "30 days", "100 uses left", "Permanent". */
  function worth(code: Worth): string {
    switch (code.type) {
      case 'time':
        return timeCode(code.seconds)
      case 'vip':
        return code.seconds === 0 ? t('codes.type.vip') : `${t('codes.type.vip')}, ${duration(code.seconds)}`
      case 'count':
        return code.left === UNLIMITED_USES
          ? t('codes.unlimited')
          : t('codes.uses_left', { n: formatInteger(code.left ?? 0) }, code.left ?? 0)
      case 'points':
        return t('codes.points', { n: formatInteger(code.left ?? 0) }, code.left ?? 0)
      case 'permanent':
        return t('codes.type.permanent')
    }
  }
  return {
    worth,
    /** Time that a trading account got or lost: "29 days 3 hours", "Permanent", "Nothing". */
    given: (seconds: number): string => {
      if (seconds === 0) return t('codes.nothing')
      return seconds >= PERMANENT_VIP ? t('licence.for_ever') : spanParts(seconds).map(say).join(' ')
    },
    /** The end of something. */
    end: (at: number) => (at >= PERMANENT_VIP ? t('licence.permanent') : formatTime(at)),
    /** The used seats of a code with several: "2 of 5". Empty for one seat. */
    seats: ({ seats, seats_used: used }: Pick<CodeRecord, 'seats' | 'seats_used'>): string =>
      seats === 1 ? '' : t('codes.seats_of', { used: formatInteger(used), seats: formatInteger(seats) }),
    /** The bound addresses: an IPv4 address, an IPv6 network, both, or none. */
    addresses: ({ ip, ip6 }: Pick<CodeRecord, 'ip' | 'ip6'>): string => {
      const network = ip6 === '' ? '' : t('codes.ip6', { network: `${ip6}::/64` })
      return [ip, network].filter((part) => part !== '').join(' · ')
    },
  }
}
