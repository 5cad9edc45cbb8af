import { AppWindow, GitBranch, Server, SquarePen, Tag, TrendingUp, UsersRound } from '@lucide/vue'
import { computed, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { count } from '../../../subjects/figures/figures.ts'
import { useAgentNames } from '../../../subjects/agents/agent-names.ts'
import { matching, type CommandGroup, type CommandItem } from '../../../ui/command-item.ts'
import { useLiveRows } from '../rows/live-rows.ts'
import { countValues, withLowerAgents } from '../rows/member-counts.ts'
import { useMembers } from '../rows/member-names.ts'
import { isFieldMember } from '../../../subjects/custom-fields/field-member.ts'
import type { MemberValue, OwnMember, RowMember } from '../rows/row-members.ts'

/** A value that accounts have. */
export interface Choice extends CommandItem {
  readonly member: RowMember
  readonly value: MemberValue
}

const ICONS: Readonly<Record<OwnMember, CommandItem['icon']>> = {
  agent: UsersRound,
  app: AppWindow,
  server: Server,
  symbol: TrendingUp,
  tag: Tag,
  version: GitBranch,
}
/** The values of a member that the dialog lists before, and after the person types. */
const [FEW, MANY] = [5, 50]

/** The values of all accounts by member, as far as the person's letters match them. */
export function useFilterChoices(open: Readonly<Ref<boolean>>, text: Readonly<Ref<string>>) {
  const live = useLiveRows()
  const agents = useAgentNames()
  const members = useMembers()
  const { t } = useI18n()

  const typed = computed(() => text.value.trim() !== '')

  /** Every value with its accounts, the most first. Counted when the dialog opens. */
  const counted = computed(() => {
    if (!open.value) return []
    return members.list.value.map((member) => {
      const own = countValues(live.rows.values(), member)
      const values = [
        ...(member === 'agent' ? withLowerAgents(own, agents.names.keys(), agents.withBelow) : own),
      ]
      return {
        label: members.ofMember(member),
        // A member without any value, or with one for all, narrows nothing.
        items: values.length < 2 ? [] : values.sort(([, a], [, b]) => b - a).map(choiceOf(member)),
      }
    })
  })
  const choiceOf =
    (member: RowMember) =>
    ([value, accounts]: readonly [MemberValue, number]): Choice => ({
      id: `${member}-${value}`,
      member,
      value,
      label: members.ofValue(member, value),
      words: members.ofMember(member),
      detail: t('live.accounts', { n: count(accounts) }),
      icon: isFieldMember(member) ? SquarePen : ICONS[member],
    })
  return computed((): CommandGroup<Choice>[] =>
    counted.value
      .map(({ label, items }) => ({
        label,
        items: typed.value ? matching(items, text.value).slice(0, MANY) : items.slice(0, FEW),
      }))
      .filter(({ items }) => items.length > 0),
  )
}
