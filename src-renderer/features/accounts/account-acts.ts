import { useI18n } from 'vue-i18n'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import { call } from '../../api/console-client.ts'
import type { BulkAct } from '../../kit/bulk/bulk-act.ts'
import type { BulkTarget } from '../../kit/list/selection.ts'
import { secondsOf } from '../../subjects/licence/durations.ts'
import { useSkippedWords } from '../../subjects/licence/skipped-words.ts'
import type { FilterOf } from '../../kit/list/list-filters.ts'

type Target = BulkTarget<FilterOf<'account_list'>>
type Change = Pick<ActionInput<'account_bulk'>, 'disabled' | 'disable_reason' | 'extend_seconds'>

export interface AccountActs {
  readonly extend: (target: Target, days: number) => BulkAct
  readonly disable: (target: Target, reason: string) => BulkAct
  readonly enable: (target: Target) => BulkAct
}

/** What can be done to many accounts, as the confirmation dialog needs it. */
export function useAccountActs(): AccountActs {
  const { t } = useI18n()
  const reason = useSkippedWords()

  const act = (
    target: Target,
    change: Change,
    words: Pick<BulkAct, 'title' | 'text' | 'confirm' | 'danger'>,
  ) => ({
    ...words,
    run: (dryRun: boolean) => call('account_bulk', { ...target, ...change, dry_run: dryRun }),
    cancel: (job: string) => call('job_cancel', { id: job }),
    reason,
  })
  return {
    extend: (target, days) =>
      act(
        target,
        { extend_seconds: secondsOf(days) },
        {
          title: t('accounts.bulk.extend'),
          text: t('accounts.bulk.extend_text', { n: days }, days),
          confirm: t('licence.extend'),
        },
      ),
    disable: (target, given) =>
      act(
        target,
        { disabled: true, disable_reason: given },
        {
          title: t('accounts.bulk.disable'),
          text:
            given === ''
              ? t('accounts.bulk.disable_text')
              : t('accounts.bulk.disable_reason', { reason: given }),
          confirm: t('licence.disable'),
          danger: true,
        },
      ),
    enable: (target) =>
      act(
        target,
        { disabled: false, disable_reason: '' },
        {
          title: t('accounts.bulk.enable'),
          text: t('accounts.bulk.enable_text'),
          confirm: t('licence.enable'),
        },
      ),
  }
}
