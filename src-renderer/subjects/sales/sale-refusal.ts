import { useI18n } from 'vue-i18n'
import { CONSOLE } from '../../../src-server/contract/error-codes.ts'
import { useRefusal, type Refusal } from '../../kit/refusal/refusal.ts'

/** The fields whose refusals have words of their own in the business of agents. */
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
 * The refusal of a form, with words for a missing quota and a balance that is too low.
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
