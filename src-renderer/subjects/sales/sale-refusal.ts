import { useI18n } from 'vue-i18n'
import { CONSOLE } from '../../../src-server/contract/error-codes.ts'
import { ConsoleError } from '../../api/console-error.ts'
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

/** The refusal of a form, with words for a missing quota and a balance that is too low. */
export function useSaleRefusal(): Refusal {
  const { t } = useI18n()
  const refusal = useRefusal()
  return {
    ...refusal,
    show(error, message) {
      const field =
        error instanceof ConsoleError && REFUSED.has(error.code)
          ? Object.keys(error.fields).find((name) => FIELDS.has(name))
          : undefined
      refusal.show(error, field === undefined ? message : t(`sales.refused.${field}`))
    },
  }
}
