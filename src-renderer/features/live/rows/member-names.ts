import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { useAgentNames } from '../../../subjects/agents/agent-names.ts'
import { isFieldOf } from '../../../../src-server/contract/custom-field-names.ts'
import { useCustomFields } from '../../../subjects/custom-fields/custom-fields.ts'
import { fieldOf, isFieldMember, type FieldMember } from '../../../subjects/custom-fields/field-member.ts'
import { useKnownApps } from './known-apps.ts'
import { OWN_MEMBERS, type MemberValue, type RowMember } from './row-members.ts'

/** The name of a member's value. */
type MemberName = (member: RowMember, value: MemberValue) => string

/** The names of values that exist. A missing value has the empty name. */
export function useMemberNames(): MemberName {
  const agents = useAgentNames()
  const known = useKnownApps()
  return (member, value) => {
    if (value === '') return ''
    if (member === 'agent') return agents.nameOf(Number(value))
    return member === 'app' ? known.nameOf(Number(value)) : value
  }
}

/** Kinds of custom fields with values that several accounts share. */
const GROUPED_KINDS = ['choice', 'text'] as const

/** The members by which this person filters and groups, with the words for them and their values. */
export function useMembers() {
  const { t } = useI18n()
  const nameOf = useMemberNames()
  const fields = useCustomFields()
  const list = computed((): readonly RowMember[] => [
    ...OWN_MEMBERS,
    ...fields.rows
      .filter((field) => isFieldOf('devices', field) && GROUPED_KINDS.some((kind) => kind === field.kind))
      .map(({ id }): FieldMember => `field-${id}`),
  ])
  function ofMember(member: RowMember): string {
    if (!isFieldMember(member)) return t(`live.column_title.${member}`)
    const field = fieldOf(member)
    return fields.rows.find(({ id }) => id === field)?.name ?? `#${field}`
  }
  return {
    list,
    ofMember,
    ofValue: (member: RowMember, value: MemberValue) =>
      nameOf(member, value) ||
      (isFieldMember(member)
        ? t('live.without.field', { name: ofMember(member) })
        : t(`live.without.${member}`)),
  }
}
