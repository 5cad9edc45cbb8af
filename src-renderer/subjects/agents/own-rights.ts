import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Permission } from '../../../src-server/contract/permissions.ts'
import type { AgentRightsRecord } from '../../../src-server/contract/records/sale.ts'
import type { AgentRight } from '../../../src-server/contract/sales-names.ts'
import { call } from '../../api/console-client.ts'
import { useLiveStream } from '../../api/live-stream.ts'
import { useSession } from '../../kit/session/session.ts'

const PERMISSION: Readonly<Record<AgentRight, Permission>> = {
  pause_open: 'devices.control',
  pause_add: 'devices.control',
  close_all: 'devices.control',
  unbind: 'requests.decide',
  rebind: 'requests.decide',
}

/** The rights of this person to act for customers. Agents have rights for each application, others have their permissions. */
export const useOwnRights = defineStore('own-rights', () => {
  const session = useSession()
  /** Each reading makes a new map. */
  const given = shallowRef<ReadonlyMap<number, AgentRightsRecord>>(new Map())

  async function load(): Promise<void> {
    const agent = session.person?.operator
    if (session.role !== 'agent' || agent === undefined) return
    const { rows } = await call('agent_rights_list', { agent })
    given.value = new Map(rows.map((row) => [row.app, row]))
  }

  /** @param app undefined for any application */
  function has(right: AgentRight, app?: number): boolean {
    if (!session.may(PERMISSION[right])) return false
    if (session.role !== 'agent') return true
    const rows = app === undefined ? [...given.value.values()] : [given.value.get(app)]
    return rows.some((row) => row?.[right] === true)
  }

  useLiveStream().on('reset', () => void load().catch(() => undefined))
  return { given, load, has }
})
