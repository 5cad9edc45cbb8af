import { useI18n } from 'vue-i18n'
import { useAgentNames } from '../../../subjects/agents/agent-names.ts'
import { useKnownApps } from './known-apps.ts'
import type { MemberValue, RowMember } from './row-members.ts'

/** The name of a member's value. */
export type MemberName = (member: RowMember, value: MemberValue) => string

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

/** The words for members and their values on the screen. */
export function useMemberWords() {
  const { t } = useI18n()
  const nameOf = useMemberNames()
  return {
    ofMember: (member: RowMember) => t(`live.column_title.${member}`),
    ofValue: (member: RowMember, value: MemberValue) => nameOf(member, value) || t(`live.without.${member}`),
  }
}
