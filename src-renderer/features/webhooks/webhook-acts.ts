import { Trash2 } from '@lucide/vue'
import { useI18n } from 'vue-i18n'
import type { WebhookRecord } from '../../../src-server/contract/records/webhook.ts'
import { call } from '../../api/console-client.ts'
import { useDialogs } from '../../kit/dialogs/dialogs.ts'
import QuestionDialog from '../../kit/dialogs/QuestionDialog.vue'
import { useAttempt } from '../../kit/refusal/attempt.ts'
import { notify } from '../../ui/toast.ts'
import RotateDialog from './RotateDialog.vue'
import { useEventWords } from './event-words.ts'
import WebhookLogDialog from './WebhookLogDialog.vue'

/** The acts of a person on a webhook. @param changed reads the list again */
export function useWebhookActs(webhook: () => WebhookRecord, changed: () => void) {
  const { t } = useI18n()
  const show = useDialogs()
  const words = useEventWords()
  const { attempt, busy } = useAttempt()
  const input = () => ({ webhook: webhook().id })
  return {
    busy,
    async test(): Promise<void> {
      await attempt(async () => {
        const tested = await call('webhook_test', input())
        const said = { description: words.outcome(tested) }
        if (tested.state === 'delivered') notify.success(t('webhooks.tested'), said)
        else notify.error(t('webhooks.test_failed'), said)
      })
      changed()
    },
    async resume(): Promise<void> {
      if (await attempt(() => call('webhook_resume', input()))) notify.success(t('webhooks.resumed'))
      changed()
    },
    log(): void {
      show(WebhookLogDialog, { webhook: webhook(), onChanged: changed })
    },
    rotate(): void {
      show(RotateDialog, { webhook: webhook(), onRotated: changed })
    },
    remove(): void {
      const { name } = webhook()
      const run = () => call('webhook_delete', input())
      show(QuestionDialog, { icon: Trash2, words: 'webhooks.delete', named: { name }, run, after: changed })
    },
  }
}
