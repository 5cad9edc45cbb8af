import { useI18n } from 'vue-i18n'
import type { LedgerLineRecord } from '../../../src-server/contract/records/sale.ts'
import { formatInteger } from '../../i18n/format.ts'

/** What a line of an account is for, in words: "Codes bought (3)". */
export function useLineWords(): (line: LedgerLineRecord) => string {
  const { t } = useI18n()
  return (line) => {
    const what = t(`sales.what.${line.what}`)
    const named =
      line.kind === 'refund' && line.what !== 'refund' ? `${t('sales.what.refund')}: ${what}` : what
    return line.count > 0 ? t('sales.line.of', { what: named, n: formatInteger(line.count) }) : named
  }
}
