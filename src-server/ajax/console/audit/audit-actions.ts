import { auditActions } from '../../../contract/actions/audit.ts'
import { ACTIONS } from '../../../contract/actions/index.ts'
import { implement } from '../implement.ts'

export const auditActionsAction = implement(auditActions, async ({ actor }) => ({
  // What somebody of this role can't do, his log doesn't name.
  names: ACTIONS.filter(
    ({ reads, roles }) => reads !== true && roles !== 'public' && roles.some((role) => role === actor.role),
  ).map(({ name }) => name),
}))
