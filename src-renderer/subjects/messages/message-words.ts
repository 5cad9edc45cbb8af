import { useI18n } from 'vue-i18n'
import type { MessageRecord } from '../../../src-server/contract/actions/messages.ts'
import { DELIVERY_ERRORS, type MessageKind } from '../../../src-server/contract/outgoing-names.ts'
import { useFindText } from '../../i18n/index.ts'

/** What people read about messages that leave the machine, in their language. */
export function useMessageWords() {
  const { t } = useI18n()
  const find = useFindText()

  const parts = (lastError: string) => {
    const [word = '', code = ''] = lastError.split(' ')
    return { known: DELIVERY_ERRORS.find((one) => one === word), word, code }
  }
  /** A person's channel has words of its own for some errors. */
  const textOf = (group: 'reason' | 'advice', error: string, kind: MessageKind | undefined): string =>
    (kind === 'channel' ? find(`channels.${group}.${error}`) : undefined) ?? t(`messages.${group}.${error}`)
  return {
    /** Why the message waits or the server gave it up, from `last_error`. Empty where nothing failed. */
    reason: (lastError: string, kind?: MessageKind): string => {
      const { known, word, code } = parts(lastError)
      const said = known === undefined ? word : textOf('reason', known, kind)
      return code === '' ? said : t('messages.reason_code', { reason: said, code })
    },
    /** The remedy in words. Empty where people can only wait. */
    advice: (lastError: string, kind?: MessageKind): string => {
      const { known } = parts(lastError)
      return known === undefined ? '' : textOf('advice', known, kind)
    },
    /** The recipient. A mail without a mailbox has none. */
    recipient: ({ to }: Pick<MessageRecord, 'to'>) => (to === '' ? t('messages.nobody') : to),
  }
}
