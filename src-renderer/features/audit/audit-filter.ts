import { computed, type ComputedRef } from 'vue'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import { dayStart } from '../../kit/list/address-values.ts'
import type { ListQuery } from '../../kit/list/list-query.ts'

export const FILTERS = ['app', 'person', 'action', 'kind', 'id', 'from', 'to'] as const

/** Which rows, without the page of them: the list and the export ask for the same. */
export type AuditQuestion = Pick<ActionInput<'audit_list'>, 'filter' | 'search'>
type Filter = NonNullable<AuditQuestion['filter']>

function wholeNumber(text: string | undefined): number | undefined {
  const value = Number(text)
  return text !== undefined && Number.isInteger(value) && value >= 0 ? value : undefined
}

/** The address's filters as audit_list takes them; what it wouldn't take is left out. */
export function useAuditQuestion(query: ListQuery): ComputedRef<AuditQuestion> {
  return computed(() => {
    const { app, person, action, kind, id, from, to } = query.filters.value
    const given: { [K in keyof Filter]: Filter[K] | undefined } = {
      app: wholeNumber(app),
      person: wholeNumber(person),
      action,
      subject_kind: kind,
      subject_id: id,
      from: dayStart(from),
      // The last day is meant with all its hours.
      to: dayStart(to, 1),
    }
    const filter = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    return { filter, ...(query.search.value === '' ? {} : { search: query.search.value }) }
  })
}
