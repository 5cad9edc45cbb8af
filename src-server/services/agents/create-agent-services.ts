import type { Devices } from '../devices/devices.ts'
import type { People } from '../people/people.ts'
import type { ServiceContext } from '../service-context.ts'
import { AgentHome } from './agent-home.ts'
import { AgentMoves } from './agent-moves.ts'
import { AgentRightsEditor } from './agent-rights-editor.ts'
import { Agents } from './agents.ts'

type Deps = Pick<
  ServiceContext,
  'store' | 'registry' | 'agentTree' | 'agentRights' | 'journal' | 'stream' | 'jobs' | 'markets' | 'clock'
> & {
  readonly people: People
  readonly deviceService: Devices
}

export type AgentServices = ReturnType<typeof createAgentServices>

/** Agents: who they are, what they may do, their home page, and moves of their customers. */
export function createAgentServices(deps: Deps) {
  const { store, registry: applications, agentTree: tree, agentRights: rights, clock } = deps
  const { people, deviceService, journal, stream, jobs } = deps
  return {
    agents: new Agents({ store, people, tree, clock }),
    agentRightsEditor: new AgentRightsEditor({ store, rights, tree, applications, clock }),
    agentHome: new AgentHome({ ...deps, devices: deviceService, applications }),
    agentMoves: new AgentMoves({ store, journal, stream, jobs, clock }),
  }
}
