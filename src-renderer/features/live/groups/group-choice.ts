import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { ActionInput } from '../../../../src-server/contract/actions/index.ts'

type Group = ActionInput<'group_pause'>['group']
/** The ways to name a group. `chosen`: the accounts that the person ticked, or those that the board shows. */
export const GROUP_KINDS = ['everything', 'app', 'agent', 'server', 'symbol', 'tag', 'chosen'] as const
export type GroupKind = (typeof GROUP_KINDS)[number]

/** Accounts that the board hands over: exactly those that it had at that moment. */
export interface Chosen {
  readonly from: 'ticked' | 'shown' | 'group'
  readonly ids: readonly number[]
}

/** The group that a pause or a close reaches. The board chooses one before it opens the screen. */
export const useGroupChoice = defineStore('live-group-choice', () => {
  const kind = ref<GroupKind>('everything')
  /** The number of the application or the agent, or the name of the server, the symbol or the tag. Empty for none yet. */
  const value = ref('')
  const chosen = shallowRef<Chosen>()

  /** undefined until the group is named. */
  const group = computed((): Group | undefined => {
    if (kind.value === 'everything') return {}
    if (kind.value === 'chosen') return chosen.value && { ids: [...chosen.value.ids] }
    if (value.value === '') return undefined
    const isNumber = kind.value === 'app' || kind.value === 'agent'
    return { [kind.value]: isNumber ? Number(value.value) : value.value }
  })
  return {
    kind,
    value,
    chosen,
    group,
    choose(given: Chosen | undefined) {
      chosen.value = given
      kind.value = given === undefined ? 'everything' : 'chosen'
      value.value = ''
    },
  }
})
