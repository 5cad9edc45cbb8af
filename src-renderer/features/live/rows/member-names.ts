import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { useAgentNames } from '../../../subjects/agents/agent-names.ts'
import { useKnownApps } from './known-apps.ts'
import { isFieldMember, OWN_MEMBERS, type MemberValue, type RowMember } from './row-members.ts'

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

/** The members by which this person filters and groups, with the words for them and their values. */
export function useMembers() {
  const { t } = useI18n()
  const nameOf = useMemberNames()
  const ofMember = (member: RowMember) => (isFieldMember(member) ? member : t(`live.column_title.${member}`))
  return {
    list: computed((): readonly RowMember[] => OWN_MEMBERS),
    ofMember,
    ofValue: (member: RowMember, value: MemberValue) =>
      nameOf(member, value) ||
      (isFieldMember(member)
        ? t('live.without.field', { name: ofMember(member) })
        : t(`live.without.${member}`)),
  }
}
