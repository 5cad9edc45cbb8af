import { useI18n } from 'vue-i18n'
import type { MessageRecord } from '../../../src-server/contract/actions/messages.ts'
import { DELIVERY_ERRORS } from '../../../src-server/contract/outgoing-names.ts'

/** What people read about messages that leave the machine, in their language. */
export function useMessageWords() {
  const { t } = useI18n()

  const parts = (lastError: string) => {
    const [word = '', code = ''] = lastError.split(' ')
    return { known: DELIVERY_ERRORS.find((one) => one === word), word, code }
  }
  return {
    /** Why the message waits or the server gave it up, from `last_error`. Empty where nothing failed. */
    reason(lastError: string): string {
      const { known, word, code } = parts(lastError)
      const said = known === undefined ? word : t(`messages.reason.${known}`)
      return code === '' ? said : t('messages.reason_code', { reason: said, code })
    },
    /** The remedy in words. Empty where people can only wait. */
    advice(lastError: string): string {
      const { known } = parts(lastError)
      return known === undefined ? '' : t(`messages.advice.${known}`)
    },
    /** The recipient. A mail without a mailbox has none. */
    recipient: ({ to }: Pick<MessageRecord, 'to'>) => (to === '' ? t('messages.nobody') : to),
  }
}
