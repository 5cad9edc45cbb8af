import { leaveDead } from '../message-world.ts'
import type { AuditCases } from './audit-case.ts'

export const messageCases = {
  message_resend: async (world) => ({ ids: [await leaveDead(world.server, { appId: await world.app() })] }),
  message_discard: async (world) => ({ ids: [await leaveDead(world.server, { appId: await world.app() })] }),
} satisfies Partial<AuditCases>
