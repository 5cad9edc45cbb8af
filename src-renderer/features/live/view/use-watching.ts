import { useI18n } from 'vue-i18n'
import { MAX_WATCHED } from '../../../../src-server/contract/preference-names.ts'
import { count } from '../../../subjects/figures/figures.ts'
import { notify } from '../../../ui/toast.ts'
import { useWatchList } from './watch-list.ts'

/** The act of watching accounts, or of watching them no longer. Says so where the list is full. */
export function useWatching(): (accounts: readonly { readonly id: number }[]) => void {
  const list = useWatchList()
  const { t } = useI18n()
  return (accounts) => {
    if (!list.toggle(accounts.map(({ id }) => id)))
      notify.error(t('live.watch.full', { n: count(MAX_WATCHED) }))
  }
}
