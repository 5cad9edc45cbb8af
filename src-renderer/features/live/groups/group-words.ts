import { useI18n } from 'vue-i18n'
import type { GroupActRecord } from '../../../../src-server/contract/records/group-act.ts'

/** What a group is called: its limits, or that it has none. */
export function useGroupWords(): (group: GroupActRecord['group']) => string {
  const { t } = useI18n()
  return ({ chosen, ...limits }) => {
    const named = Object.values(limits).filter((name) => name !== '')
    return [...named, ...(chosen ? [t('groups.chosen')] : [])].join(' · ') || t('groups.kind.everything')
  }
}
