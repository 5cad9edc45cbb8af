import { useI18n } from 'vue-i18n'
import { CODE_CHOICES, type CodeChoice } from '../../../src-server/contract/device-names.ts'
import type { BulkQuestion } from '../../kit/bulk/bulk-act.ts'
import { formatInteger } from '../../i18n/format.ts'

export interface CodeQuestion extends BulkQuestion {
  readonly options: readonly { readonly value: CodeChoice; readonly label: string; readonly hint: string }[]
  readonly initial: CodeChoice
}

/** The question about the codes of accounts that are deleted. @returns undefined where there are no codes */
export function useCodeQuestion(): (codes: number | undefined) => CodeQuestion | undefined {
  const { t } = useI18n()
  return (codes = 0) => {
    if (codes === 0) return undefined
    return {
      legend: t('devices.codes.question', { n: formatInteger(codes) }, codes),
      options: CODE_CHOICES.map((value) => ({
        value,
        label: t(`devices.codes.choice.${value}`, codes),
        hint: t(`devices.codes.hint.${value}`, codes),
      })),
      initial: CODE_CHOICES[0],
    }
  }
}

/** The choice from a dialog's answer. The default where the dialog asks nothing. */
export function codeChoice(value: string | undefined): CodeChoice {
  return CODE_CHOICES.find((known) => known === value) ?? CODE_CHOICES[0]
}
