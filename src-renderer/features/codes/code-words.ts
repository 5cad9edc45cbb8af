import { useI18n } from 'vue-i18n'
import type { CodeRecord } from '../../../src-server/contract/records/code.ts'
import { UNLIMITED_USES } from '../../../src-server/contract/limits.ts'
import { formatInteger } from '../../i18n/format.ts'
import { durationParts } from './code-duration.ts'

type Worth = Pick<CodeRecord, 'type' | 'seconds' | 'left'>

/** What a code is worth, in words: "30 days", "100 uses left", "Permanent". */
export function useCodeWords(): { readonly worth: (code: Worth) => string } {
  const { t } = useI18n()

  function duration(seconds: number): string {
    const { unit, amount } = durationParts(seconds)
    return t(`codes.duration.${unit}`, { n: formatInteger(amount) }, amount)
  }
  function worth(code: Worth): string {
    switch (code.type) {
      case 'time':
        return duration(code.seconds)
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
  return { worth }
}
