import { useI18n } from 'vue-i18n'
import { CONSOLE } from '../../../src-server/contract/error-codes.ts'
import { ConsoleError } from '../../api/console-error.ts'
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

/** A form's refusal, with words for a quota that isn't there and a balance that doesn't reach. */
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
