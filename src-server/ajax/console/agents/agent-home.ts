import { agentHome } from '../../../contract/actions/agent-desk.ts'
import { implement } from '../implement.ts'

export const agentHomeAction = implement(agentHome, ({ actor, services }) => services.agentHome.show(actor))
