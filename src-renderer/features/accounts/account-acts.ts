import { useI18n } from 'vue-i18n'
import { CONSOLE } from '../../../src-server/contract/error-codes.ts'
import { call } from '../../api/console-client.ts'
import type { FilterOf } from '../../kit/list/list-filters.ts'
import type { BulkTarget } from '../../kit/list/selection.ts'
import { type Refusal, useRefusal } from '../../kit/refusal/refusal.ts'
import { useLicenceActs, type LicenceActs } from '../../subjects/licence/licence-acts.ts'

/** The bulk acts on user accounts. */
export function useAccountActs(): LicenceActs<BulkTarget<FilterOf<'account_list'>>> {
  const { t } = useI18n()
  return useLicenceActs({
    extend: (target, seconds, dryRun) =>
      call('account_bulk', { ...target, extend_seconds: seconds, dry_run: dryRun }),
    change: (target, change, dryRun) => call('account_bulk', { ...target, ...change, dry_run: dryRun }),
    say: (key, named, count) => t(`accounts.bulk.${key}`, named, count),
  })
}

/** The refusal of an account's form: a name or a QQ that another user account has is named beside its field. */
export function useAccountRefusal(): Refusal {
  const { t } = useI18n()
  return useRefusal(({ code, fields }) =>
    code === CONSOLE.conflict
      ? Object.fromEntries(Object.keys(fields).map((name) => [name, t('accounts.taken')]))
      : undefined,
  )
}
