import { defineStore } from 'pinia'
import { computed, onMounted, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { call } from '../../api/console-client.ts'
import { readAll } from '../../api/read-all.ts'
import { recordSelect } from '../../kit/list/list-filters.ts'
import { useSession } from '../../kit/session/session.ts'

const PAGE = 500

/** The names of the agents this person may see, for lists, filters and pickers. */
export const useAgentNames = defineStore('agent-names', () => {
  const names = shallowRef<ReadonlyMap<number, string>>(new Map())
  /** By agent: the agents right below it. */
  const below = shallowRef<ReadonlyMap<number, readonly number[]>>(new Map())
  const options = computed(() => [...names.value].map(([id, name]) => ({ value: String(id), label: name })))

  async function load(): Promise<void> {
    const session = useSession()
    const sees =
      session.may('codes') || session.may('devices') || session.may('people') || session.may('sales')
    if (session.role === 'agent' || !sees) return
    const agents = await readAll((from) => call('agent_list', { size: PAGE, sort: 'name', ...from }))
    names.value = new Map(agents.map(({ id, name }) => [id, name]))
    const lower = agents.flatMap(({ id, parent }) => (parent === null ? [] : { id, parent }))
    below.value = new Map(
      [...Map.groupBy(lower, ({ parent }) => parent)].map(([parent, those]) => [
        parent,
        those.map(({ id }) => id),
      ]),
    )
  }

  /** An agent and all agents below it. */
  function withBelow(id: number): Set<number> {
    const found = new Set([id])
    for (const one of found) for (const next of below.value.get(one) ?? []) found.add(next)
    return found
  }

  /** `#7` for an agent whose name this person can't see, a dash for none. */
  function nameOf(id: number | null): string {
    if (id === null) return '—'
    const { person } = useSession()
    return names.value.get(id) ?? (person?.operator === id && !person.staff ? person.name : `#${id}`)
  }
  return { names, options, load, nameOf, withBelow }
})

/** The names, read again for the screen that shows them. Without its name an agent shows by its number. */
export function useFreshAgentNames(): ReturnType<typeof useAgentNames> {
  const agents = useAgentNames()
  onMounted(() => {
    agents.load().catch(() => undefined)
  })
  return agents
}

/** The filter of a list by agent. @param lead whether it is in the first zone of the toolbar */
export function useAgentFilter(lead = true) {
  const { t } = useI18n()
  const agents = useAgentNames()
  return () =>
    recordSelect('agent', agents.options, {
      label: t('agents.filter.name'),
      all: t('agents.filter.every'),
      lead,
    })
}
