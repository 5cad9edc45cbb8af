import { useI18n } from 'vue-i18n'
import { recordSelect } from '../../kit/list/list-filters.ts'
import { useApplicationNames } from './application-names.ts'

/** The filter of a list by application. */
export function useApplicationFilter() {
  const { t } = useI18n()
  const names = useApplicationNames()
  return () =>
    recordSelect('app', names.options, {
      label: t('applications.filter.name'),
      all: t('applications.filter.every'),
      lead: true,
    })
}
