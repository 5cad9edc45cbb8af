import { shallowRef, watch, type ShallowRef } from 'vue'
import { CONSOLE } from '../../../src-server/contract/error-codes.ts'
import type { AgentRecord } from '../../../src-server/contract/records/person.ts'
import { call } from '../../api/console-client.ts'
import { ConsoleError } from '../../api/console-error.ts'
import { readAll } from '../../api/read-all.ts'

const PAGE = 500

/** Every agent this person looks after, by name. */
export function readAgents(): Promise<AgentRecord[]> {
  return readAll((from) => call('agent_list', { size: PAGE, sort: 'name', ...from }))
}

export interface ShownAgent {
  readonly agent: Readonly<ShallowRef<AgentRecord | undefined>>
  /** All this person sees: those customers can be moved to. */
  readonly others: Readonly<ShallowRef<readonly AgentRecord[]>>
  readonly failure: Readonly<ShallowRef<unknown>>
  readonly load: () => Promise<void>
}

/** One agent, as its page shows it. */
export function useAgent(id: () => number): ShownAgent {
  const agent = shallowRef<AgentRecord>()
  const others = shallowRef<readonly AgentRecord[]>([])
  const failure = shallowRef<unknown>()

  async function load(): Promise<void> {
    const asked = id()
    try {
      const all = await readAgents()
      if (asked !== id()) return
      agent.value = all.find((one) => one.id === asked)
      others.value = all.filter((one) => one.id !== asked)
      failure.value = agent.value === undefined ? new ConsoleError(CONSOLE.notFound, '') : undefined
    } catch (error) {
      if (asked === id()) failure.value = error
    }
  }
  watch(
    id,
    (asked) => {
      agent.value = undefined
      // The route may be another one already while the page is leaving.
      if (Number.isFinite(asked)) void load()
    },
    { immediate: true },
  )
  return { agent, others, failure, load }
}
