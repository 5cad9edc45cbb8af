import { useI18n } from 'vue-i18n'
import { notify } from '../../../ui/toast.ts'
import type { LiveRow } from '../rows/live-row.ts'
import { useWatchList } from '../view/watch-list.ts'

/** The star of an account. */
export function useWatching() {
  const list = useWatchList()
  const { t } = useI18n()
  const has = ({ id }: LiveRow) => list.ids.has(id)
  return {
    has,
    /** Watches all of them, or none when all are watched. */
    toggle(rows: readonly LiveRow[]) {
      const ids = rows.map(({ id }) => id)
      if (!list.watch(ids, !rows.every(has))) notify.error(t('live.watch.full'))
    },
  }
}
