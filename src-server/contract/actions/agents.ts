import { z } from 'zod'
import { defineAction } from '../action.ts'
import { listInput, listOutput } from '../paging.ts'
import { agentRecord, issuedInvitation, newPassword, personSettings } from '../records/person.ts'

const owner = ['owner'] as const
const id = z.int().min(1)
const reason = z.string().trim().max(255)

/** The owner's are all of them; a developer's are those his codes and trading accounts are attributed to. */
export const agentList = defineAction({
  name: 'agent_list',
  roles: ['owner', 'developer'],
  permission: ['codes', 'devices', 'people'],
  reads: true,
  input: listInput(['id', 'name'], {}),
  output: listOutput(agentRecord),
})

export const agentCreate = defineAction({
  name: 'agent_create',
  roles: owner,
  permission: 'people',
  input: personSettings
    .partial()
    .extend({ name: personSettings.shape.name, password: newPassword.optional() }),
  output: z.object({ agent: agentRecord, invitation: issuedInvitation.nullable() }),
})

export const agentUpdate = defineAction({
  name: 'agent_update',
  roles: owner,
  permission: 'people',
  input: personSettings.partial().extend({ id }),
  output: agentRecord,
})

/** He is signed out, and his codes refuse from then on (specification, kmlogon: agent-ban check). */
export const agentBan = defineAction({
  name: 'agent_ban',
  roles: owner,
  permission: 'people',
  stepUp: true,
  input: z.strictObject({ id, reason: reason.min(1) }),
  output: agentRecord,
})

export const agentUnban = defineAction({
  name: 'agent_unban',
  roles: owner,
  permission: 'people',
  stepUp: true,
  input: z.strictObject({ id }),
  output: agentRecord,
})
