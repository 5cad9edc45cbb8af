import { z } from 'zod'
import { defineAction } from '../action.ts'
import { listInput, listOutput } from '../paging.ts'
import { agentRecord, issuedInvitation, newPassword, personSettings } from '../records/person.ts'
import { AGENT } from '../subjects/people.ts'

const owner = ['owner'] as const
const everyone = ['owner', 'developer', 'agent'] as const
const id = z.int().min(1)
const reason = z.string().trim().max(255)

/**
 * The owner's are all of them; a developer's those that have an account in his books or that his codes and trading
 * accounts are attributed to; an agent's those below it.
 */
export const agentList = defineAction({
  name: 'agent_list',
  roles: everyone,
  permission: ['codes', 'devices', 'people', 'sales'],
  reads: true,
  input: listInput(AGENT.sorts, {}),
  output: listOutput(agentRecord),
})

/**
 * One that works for whoever makes it: it has an account in his books from then on and counts for his plan. An agent
 * makes agents below it; 403 with `fields.level` for one that may have none.
 */
export const agentCreate = defineAction({
  name: 'agent_create',
  roles: everyone,
  permission: ['people', 'sales.manage'],
  creates: true,
  input: personSettings
    .partial()
    .extend({ name: personSettings.shape.name, password: newPassword.optional() }),
  output: z.object({ agent: agentRecord, invitation: issuedInvitation.nullable() }),
})

/** 404 for one that works for somebody else too: what it is called is not one developer's to say. */
export const agentUpdate = defineAction({
  name: 'agent_update',
  roles: everyone,
  permission: ['people', 'sales.manage'],
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
