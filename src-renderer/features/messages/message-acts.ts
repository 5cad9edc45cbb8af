import { useI18n } from 'vue-i18n'
import type { MessageRecord } from '../../../src-server/contract/actions/messages.ts'
import type { BulkAnswer } from '../../../src-server/contract/paging.ts'
import { call } from '../../api/console-client.ts'
import type { BulkAct } from '../../kit/bulk/bulk-act.ts'

type Row = Pick<MessageRecord, 'id' | 'state'>

/** What can be done to messages that were given up, as the confirmation dialog needs it. */
export function useMessageActs() {
  const { t } = useI18n()
  const reason = (word: string) =>
    word === 'unknown' || word === 'not_dead' ? t(`messages.skipped.${word}`) : word
  const act = (
    name: 'resend' | 'discard',
    rows: readonly Row[],
    send: (ids: number[]) => Promise<BulkAnswer>,
  ): BulkAct => ({
    title: t(`messages.${name}.title`),
    text: t(`messages.${name}.text`),
    confirm: t(`messages.${name}.name`),
    danger: name === 'discard',
    reason,
    // What is counted beforehand is what the list shows; the server says what came of it.
    run: (dryRun) => (dryRun ? Promise.resolve(preview(rows)) : send(rows.map(({ id }) => id))),
  })

  return {
    resend: (rows: readonly Row[]) => act('resend', rows, (ids) => call('message_resend', { ids })),
    discard: (rows: readonly Row[]) => act('discard', rows, (ids) => call('message_discard', { ids })),
  }
}

function preview(rows: readonly Row[]): BulkAnswer {
  const others = rows.filter(({ state }) => state !== 'dead')
  return {
    done: rows.length - others.length,
    skipped: others.map(({ id }) => ({ id, reason: 'not_dead' })),
  }
}
