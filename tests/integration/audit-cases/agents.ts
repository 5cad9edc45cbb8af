import { PASSWORD } from './audit-world.ts'
import type { AuditCases } from './audit-case.ts'

export const agentsCases = {
  agent_create: (world) => ({ name: world.name('agent'), password: PASSWORD }),
  agent_update: async (world) => ({ id: await world.agent(), note: 'north' }),
  agent_ban: async (world) => ({ id: await world.agent(), reason: 'fraud' }),
  agent_unban: async (world) => {
    const id = await world.agent()
    await world.owner.call('agent_ban', { id, reason: 'fraud' })
    return { id }
  },
  agent_move_customers: async (world) => {
    const from = await world.agent()
    await world.owner.call('device_update', { id: await world.device(), agent: from })
    return { from, to: await world.agent() }
  },
  agent_rights_set: async (world) => ({ agent: await world.agent(), app: await world.app(), unbind: true }),
} satisfies Partial<AuditCases>
