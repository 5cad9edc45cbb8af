import { useI18n } from 'vue-i18n'
import type { ActionOutput } from '../../../src-server/contract/actions/index.ts'

export interface MessengerWords {
  /** The result of a test message. */
  readonly tested: (answer: ActionOutput<'messenger_test'>) => string
  /** The state of the server's own bridge, and why it isn't connected. */
  readonly bridge: (status: ActionOutput<'messenger_status'>) => string
}

/** What people read about an application's messenger, in their language. */
export function useMessengerWords(): MessengerWords {
  const { t } = useI18n()
  const withCode = (text: string, code: number | undefined) =>
    code === undefined ? text : t('messages.reason_code', { reason: text, code })
  return {
    tested: ({ sent, hint, code, open_id: to }) =>
      sent ? t('messenger.test.sent', { to }) : withCode(t(`messenger.hint.${hint}`), code),
    bridge({ state, reason, code }) {
      const said = t(`messenger.bridge.${state}`)
      return reason === ''
        ? said
        : withCode(t('messenger.bridge.because', { said, reason: t(`messenger.cause.${reason}`) }), code)
    },
  }
}
