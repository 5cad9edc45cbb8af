import { useI18n } from 'vue-i18n'
import { call } from '../../api/console-client.ts'
import type { FilterOf } from '../../kit/list/list-filters.ts'
import type { BulkTarget } from '../../kit/list/selection.ts'
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
