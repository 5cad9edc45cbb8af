import { useI18n } from 'vue-i18n'
import { CONSOLE } from '../../../src-server/contract/error-codes.ts'
import { useRefusal, type Refusal } from '../../kit/refusal/refusal.ts'

/** Refusals of agents' business that have words of their own, by the field the server names. */
const FIELDS: ReadonlySet<string> = new Set([
  'quota',
  'balance',
  'amount',
  'credit',
  'worth',
  'parent',
  'ids',
  'level',
  'right',
])

const REFUSED: ReadonlySet<number> = new Set([CONSOLE.conflict, CONSOLE.forbidden])

/**
 * A form's refusal, with words for a quota and a balance that do not suffice.
 * @param silent errors that show nothing
 */
export function useSaleRefusal(silent: (error: unknown) => boolean = () => false): Refusal {
  const { t } = useI18n()
  return useRefusal((error) => {
    if (silent(error)) return ''
    const field = Object.keys(error.fields).find((name) => FIELDS.has(name))
    return field !== undefined && REFUSED.has(error.code) ? t(`sales.refused.${field}`) : undefined
  })
}
