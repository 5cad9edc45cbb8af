import { defineStore } from 'pinia'
import { computed, onMounted, ref, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { call } from '../../api/console-client.ts'
import { readOwnApplications } from './own-applications.ts'
import { recordSelect } from '../../kit/list/list-filters.ts'
import { useSession } from '../../kit/session/session.ts'
import { useFailureText } from '../../kit/refusal/refusal.ts'
import { notify } from '../../ui/toast.ts'

const PAGE = 500

/** The names of this person's applications, for lists and filters. */
export const useApplicationNames = defineStore('application-names', () => {
  const last = ref('')
  const names = shallowRef<ReadonlyMap<number, string>>(new Map())
  const options = computed(() => [...names.value].map(([app, name]) => ({ value: String(app), label: name })))

  async function load(): Promise<void> {
    const { role, person } = useSession()
    if (role === 'agent' && person !== undefined) {
      names.value = await readOwnApplications(person.operator)
      return
    }
    const found = new Map<number, string>()
    for (let page = 1, total = 1; found.size < total; page += 1) {
      const answer = await call('app_list', { page, size: PAGE, sort: 'app' })
      for (const row of answer.rows) found.set(row.app, row.name)
      if (answer.rows.length === 0) break
      total = answer.total
    }
    names.value = found
  }

  function nameOf(app: number): string {
    return names.value.get(app) ?? String(app)
  }
  /** The first of these that is chosen; else the application of the last form, or the first one. */
  function choose(...chosen: readonly (string | undefined)[]): string {
    const known = [...chosen, last.value].find((app) => app !== undefined && app !== '')
    return known ?? options.value[0]?.value ?? ''
  }
  /** The next form begins with this application. */
  function keep(app: string): void {
    last.value = app
  }
  return { names, options, load, nameOf, choose, keep }
})

/** The names, read again for the screen that shows them. */
export function useFreshApplicationNames(): ReturnType<typeof useApplicationNames> {
  const names = useApplicationNames()
  const textOf = useFailureText()
  onMounted(() => {
    names.load().catch((failure: unknown) => {
      notify.error(textOf(failure))
    })
  })
  return names
}

/** The filter of a list by application. @param lead whether it is in the first zone of the toolbar */
export function useApplicationFilter(lead = true) {
  const { t } = useI18n()
  const names = useApplicationNames()
  return () =>
    recordSelect('app', names.options, {
      label: t('applications.filter.name'),
      all: t('applications.filter.every'),
      lead,
    })
}
