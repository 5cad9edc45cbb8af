import { useI18n } from 'vue-i18n'
import type { CodeChoice } from '../../../src-server/contract/device-names.ts'
import type { BulkQuestion } from '../../kit/bulk/bulk-act.ts'
import { formatInteger } from '../../i18n/format.ts'

/** What can become of a deleted account's codes, as the contract has it (which can't be imported without its schemas). The first is the default. */
export const CODE_CHOICES: readonly [CodeChoice, ...CodeChoice[]] = ['spent', 'free']

export interface CodeQuestion extends BulkQuestion {
  readonly options: readonly { readonly value: CodeChoice; readonly label: string; readonly hint: string }[]
  readonly initial: CodeChoice
}

/** Asks what becomes of the codes that were used for accounts which are deleted. @returns undefined where there are none */
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

/** The choice that a dialog answers; the default where it asks nothing. */
export function codeChoice(value: string | undefined): CodeChoice {
  return CODE_CHOICES.find((known) => known === value) ?? CODE_CHOICES[0]
}
