import type { AUDIT_CONTRACT } from '../../contract/actions/audit.ts'
import { DECLARED_ACTIONS } from '../../contract/actions/index.ts'
import { inside } from '../../contract/spelling.ts'
import type { PlatformServices } from '../../services/platform/create-platform-services.ts'
import type { ActionsOf } from './handlers.ts'
import { listQuery } from './list-query.ts'

export const auditActions = ({ auditLog }: PlatformServices) =>
  ({
    audit_list: ({ actor }, input) => auditLog.list(actor, inside(input.filter), listQuery(input, 'id')),
    audit_get: ({ actor }, { id }) => auditLog.get(actor, id),
    audit_actions: async ({ actor }) => ({
      // The log of a caller names no action that their role can't do.
      names: DECLARED_ACTIONS.filter(
        ({ reads, roles }) => reads !== true && roles !== 'public' && roles.includes(actor.role),
      ).map(({ name }) => name),
    }),
    audit_export: ({ actor }, input) => auditLog.export(actor, input.format, inside(input.filter), input),
    audit_verify: async ({ actor }, { last }) =>
      last ? { verification: await auditLog.lastVerification() } : auditLog.verify(actor),
  }) satisfies ActionsOf<typeof AUDIT_CONTRACT>
