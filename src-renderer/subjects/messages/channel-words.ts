import { useI18n } from 'vue-i18n'
import type { ActionOutput } from '../../../src-server/contract/actions/index.ts'
import type { ChannelRecord } from '../../../src-server/contract/records/channel.ts'
import { formatTime } from '../../i18n/format.ts'
import { useMessageWords } from './message-words.ts'

/** A result in words, and whether it is bad. */
export interface ChannelResult {
  readonly isBad: boolean
  readonly lines: readonly string[]
}

/** The words about a person's alert channels, in their language. */
export function useChannelWords() {
  const { t } = useI18n()
  const messages = useMessageWords()
  const failure = (error: string) => [messages.reason(error, 'channel'), messages.advice(error, 'channel')]
  return {
    tested: ({ sent, error, code }: ActionOutput<'channel_test'>): ChannelResult =>
      sent || error === null
        ? { isBad: false, lines: [t('channels.test.sent')] }
        : { isBad: true, lines: failure(code === undefined ? error : `${error} ${code}`) },
    checked: ({ rows }: ActionOutput<'channel_check'>): ChannelResult => ({
      isBad: rows.some(({ state }) => state === 'missing'),
      lines: rows.map(({ check, state, name }) =>
        t(name === '' ? 'channels.check.line' : 'channels.check.named', {
          what: t(`channels.check.${check}`),
          state: t(`channels.check.${state}`),
          name,
        }),
      ),
    }),
    /** The last delivery. */
    last: ({ last }: ChannelRecord) =>
      last === null ? t('channels.last.none') : t(`channels.last.${last.state}`, { at: formatTime(last.at) }),
    /** The reason why the last delivery, or else the last check, failed, and the remedy. Empty where neither did. */
    trouble: ({ last, last_error: checked }: ChannelRecord): string => {
      const error = last === null || last.error === '' ? checked : last.error
      return error === '' ? '' : failure(error).join('. ')
    },
  }
}
