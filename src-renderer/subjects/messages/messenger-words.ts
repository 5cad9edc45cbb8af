import { useI18n } from 'vue-i18n'
import type { ActionOutput } from '../../../src-server/contract/actions/index.ts'

/** What people read about an application's messenger, in their language. */
export function useMessengerWords() {
  const { t } = useI18n()
  const withCode = (text: string, code: number | undefined) =>
    code === undefined ? text : t('messages.reason_code', { reason: text, code })
  return {
    /** The result of a test message. */
    tested: ({ sent, hint, code, open_id: to }: ActionOutput<'messenger_test'>) =>
      sent ? t('messenger.test.sent', { to }) : withCode(t(`messenger.hint.${hint}`), code),
    /** The state of the server's own bridge, and why it isn't connected. */
    bridge({ state, reason, code }: ActionOutput<'messenger_status'>): string {
      const said = t(`messenger.bridge.${state}`)
      return reason === ''
        ? said
        : withCode(t('messenger.bridge.because', { said, reason: t(`messenger.cause.${reason}`) }), code)
    },
  }
}
