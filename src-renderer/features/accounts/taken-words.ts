import { useI18n } from 'vue-i18n'
import { CONSOLE } from '../../../src-server/contract/error-codes.ts'
import { ConsoleError } from '../../api/console-error.ts'
import type { Refusal } from '../../kit/refusal/refusal.ts'

/** Shows a refusal of an account's form; a name or a QQ another account has stands beside its field. */
export function useTakenWords(refusal: Refusal): (error: unknown) => void {
  const { t } = useI18n()
  return (error) => {
    if (!(error instanceof ConsoleError) || error.code !== CONSOLE.conflict) {
      refusal.show(error)
      return
    }
    const fields = Object.fromEntries(Object.keys(error.fields).map((name) => [name, t('accounts.taken')]))
    refusal.show(new ConsoleError(CONSOLE.invalid, error.message, fields))
  }
}
