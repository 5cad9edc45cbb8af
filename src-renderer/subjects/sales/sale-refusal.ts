import { CONSOLE } from '../../../src-server/contract/error-codes.ts'
import { useFindText } from '../../i18n/index.ts'
import { useRefusal, type Refusal } from '../../kit/refusal/refusal.ts'

const REFUSED: ReadonlySet<number> = new Set([CONSOLE.conflict, CONSOLE.forbidden])

/**
 * The refusal of a form, with words for a missing quota and a balance that is too low.
 * @param silent errors that show nothing
 */
export function useSaleRefusal(silent: (error: unknown) => boolean = () => false): Refusal {
  const find = useFindText()
  return useRefusal((error) => {
    if (silent(error)) return ''
    if (!REFUSED.has(error.code)) return undefined
    return Object.keys(error.fields)
      .map((name) => find(`sales.refused.${name}`))
      .find((text) => text !== undefined)
  })
}
