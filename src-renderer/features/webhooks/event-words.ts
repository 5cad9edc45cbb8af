import { useI18n } from 'vue-i18n'
import type { WebhookEventRecord } from '../../../src-server/contract/records/webhook.ts'
import { useFindText } from '../../i18n/index.ts'

/** The words for the outcome of an event. */
export function useEventWords(): { outcome: (event: WebhookEventRecord) => string } {
  const { t } = useI18n()
  const find = useFindText()
  return {
    /** The status of the answer, or the reason why there was none. Empty before the first attempt. */
    outcome({ status, error, took_ms: ms }) {
      if (status !== null) return t('webhooks.log.status', { status, ms: ms ?? 0 })
      return error === '' ? '' : (find(`webhooks.error.${error}`) ?? error)
    },
  }
}
