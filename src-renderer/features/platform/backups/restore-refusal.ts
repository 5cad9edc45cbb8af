import { useI18n } from 'vue-i18n'
import { useRefusal, type Refusal } from '../../../kit/refusal/refusal.ts'

/** The refusal of a restore. @param onKeyAsked the backup needs a recovery key, or another recovery key */
export function useRestoreRefusal(onKeyAsked: () => void): Refusal {
  const { t } = useI18n()
  return useRefusal(({ fields: { recovery_key: reason } }) => {
    if (reason === undefined) return undefined
    onKeyAsked()
    if (reason === 'required') return { recovery_key: t('platform.backups.restore.key_required') }
    return reason === 'wrong' ? { recovery_key: t('platform.secrets.wrong_key') } : undefined
  })
}
