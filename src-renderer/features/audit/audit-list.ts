import { useI18n } from 'vue-i18n'
import { SUBJECT_KINDS } from '../../../src-server/contract/subject-kinds.ts'
import type { AuditRecord } from '../../../src-server/contract/records/audit.ts'
import { useAnswer } from '../../api/answer.ts'
import { call } from '../../api/console-client.ts'
import { days, select, type FilterOf, type ListFilters } from '../../kit/list/list-filters.ts'
import { useListScreen } from '../../kit/list/use-list-screen.ts'
import { useSession } from '../../kit/session/session.ts'
import {
  useApplicationFilter,
  useApplicationNames,
  useFreshApplicationNames,
} from '../../subjects/applications/application-names.ts'
import { useAuditWords } from './audit-words.ts'
import { memberChanges } from './member-changes.ts'

const NAMED = 4

/** The audit log. */
export function useAuditList() {
  const { t } = useI18n()
  const session = useSession()
  const names = session.may('applications') ? useFreshApplicationNames() : useApplicationNames()
  const appFilter = useApplicationFilter()
  const { actOf, subjectOf, kindOf, nameOf, memberOf } = useAuditWords()
  /** The actions that the log may hold, by what they are called. Without an answer the list has no filter by action. */
  const { value: actionNames } = useAnswer(async (signal) => {
    const { names: known } = await call('audit_actions', {}, { signal })
    return known.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))
  })
  const appOf = ({ app }: AuditRecord) => (app === null ? '—' : names.nameOf(app))
  const list = useListScreen({
    name: 'audit',
    order: { by: 'id', desc: true },
    filters: (given): ListFilters<FilterOf<'audit_list'>> => [
      appFilter(),
      {
        ...select('kind', given['id'] === undefined ? SUBJECT_KINDS : [], {
          label: t('audit.filter.kind'),
          all: t('audit.filter.all_kinds'),
          text: kindOf,
          lead: true,
        }),
        ask: (kind) => (kind === '' ? {} : { subject_kind: kind }),
      },
      {
        ...select('action', actionNames.value ?? [], {
          label: t('audit.column.action'),
          all: t('audit.filter.all_actions'),
          text: nameOf,
          lead: true,
        }),
        ask: (action) => (action === '' ? {} : { action }),
      },
      ...days({ from: t('audit.filter.from'), to: t('audit.filter.to'), lead: true }),
      {
        look: 'given',
        name: 'person',
        text: (id) => t('audit.filter.by', { name: personOf(id) }),
        // The server itself is person 0.
        ask: (id) => (/^\d+$/.test(id) ? { person: Number(id) } : {}),
      },
      {
        look: 'given',
        name: 'id',
        also: 'kind',
        text: (id) => t('audit.filter.about', { name: subjectLabel(id) }),
        ask: (id) => (id === '' ? {} : { subject_id: id }),
      },
    ],
    read: (question, signal) => call('audit_list', question, { signal }),
    exports: { name: 'audit', read: (order, signal) => call('audit_export', order, { signal }) },
    label: (key) => t(`audit.column.${key}`),
    columns: () => [
      { key: 'at', width: 'w-40', time: (row) => row.at },
      { key: 'person', width: 'max-w-52' },
      { key: 'action', width: 'max-w-64', look: '', text: actOf, title: (row) => row.action },
      { key: 'subject', width: 'max-w-64', look: '', text: subjectOf, title: (row) => row.subject_label },
      { key: 'app', width: 'max-w-40', drop: 2, text: appOf },
      { key: 'changes', width: 'max-w-72', drop: 2, look: 'text-2xs text-ink-3', text: membersOf },
      { key: 'ip', width: 'w-36', drop: 1, digits: (row) => row.ip },
      { key: 'id', width: 'w-24', unusual: true, look: 'num text-ink-3', figure: (row) => String(row.id) },
    ],
  })
  /** The members that a row changed: the first ones, and how many more. */
  function membersOf(row: AuditRecord): string {
    const members = memberChanges(row).map(({ path }) => memberOf(row.subject_kind, path))
    return members.slice(0, NAMED).join(', ') + (members.length > NAMED ? ` +${members.length - NAMED}` : '')
  }
  /** A person's name, as far as a row that is shown says it. */
  function personOf(id: string): string {
    return list.rows.value?.find((row) => String(row.person) === id)?.person_name ?? id
  }
  function subjectLabel(id: string): string {
    return list.rows.value?.find((row) => row.subject_id === id)?.subject_label ?? id
  }
  return list
}
