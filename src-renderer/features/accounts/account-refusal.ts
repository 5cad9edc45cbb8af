import { useI18n } from 'vue-i18n'
import { CONSOLE } from '../../../src-server/contract/error-codes.ts'
import { useRefusal, type Refusal } from '../../kit/refusal/refusal.ts'

/** The refusal of an account's form: a name or a QQ that another user account has is named beside its field. */
export function useAccountRefusal(): Refusal {
  const { t } = useI18n()
  return useRefusal(({ code, fields }) =>
    code === CONSOLE.conflict
      ? Object.fromEntries(Object.keys(fields).map((name) => [name, t('accounts.taken')]))
      : undefined,
  )
}
