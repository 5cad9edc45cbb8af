import { useI18n } from 'vue-i18n'
import type { MessageRecord } from '../../../src-server/contract/actions/messages.ts'
import { DELIVERY_ERRORS } from '../../../src-server/contract/outgoing-names.ts'

export interface MessageWords {
  /** Why the message waits or the server gave it up, from `last_error`. Empty where nothing failed. */
  readonly reason: (lastError: string) => string
  /** The remedy in words. Empty where people can only wait. */
  readonly advice: (lastError: string) => string
  /** The recipient. A mail without a mailbox has none. */
  readonly recipient: (message: Pick<MessageRecord, 'to'>) => string
}

/** What people read about messages that leave the machine, in their language. */
export function useMessageWords(): MessageWords {
  const { t } = useI18n()

  const parts = (lastError: string) => {
    const [word = '', code = ''] = lastError.split(' ')
    return { known: DELIVERY_ERRORS.find((one) => one === word), word, code }
  }
  return {
    reason(lastError) {
      const { known, word, code } = parts(lastError)
      const said = known === undefined ? word : t(`messages.reason.${known}`)
      return code === '' ? said : t('messages.reason_code', { reason: said, code })
    },
    advice(lastError) {
      const { known } = parts(lastError)
      return known === undefined ? '' : t(`messages.advice.${known}`)
    },
    recipient: ({ to }) => (to === '' ? t('messages.nobody') : to),
  }
}
