import type { WebhookEvent } from '../../../src-server/contract/webhook-names.ts'
import { furnishWebhook, suspendWebhook } from '../webhook-world.ts'
import { OWNER_PASSWORD } from '../../support/test-server.ts'
import type { AuditCases } from './audit-case.ts'
import type { AuditWorld } from './audit-world.ts'

const content = {
  url: 'https://hook.invalid/hook?token=x',
  events: ['expired'] satisfies WebhookEvent[],
}

async function made(world: AuditWorld): Promise<number> {
  const name = world.name('webhook')
  const { row } = await world.owner.call('webhook_save', { name, app: await world.app(), ...content })
  return row.id
}

export const webhookCases = {
  webhook_save: async (world) => ({ name: world.name('webhook'), app: await world.app(), ...content }),
  webhook_rotate: async (world) => ({ webhook: await made(world) }),
  webhook_delete: async (world) => ({ webhook: await made(world) }),
  webhook_test: async (world) => ({ webhook: await made(world) }),
  webhook_resend: async (world) => {
    const app = await world.app()
    return { event: (await furnishWebhook(world.server, world.owner, 'x', app, OWNER_PASSWORD)).webhookEvent }
  },
  webhook_resume: async (world) => {
    const webhook = await made(world)
    await suspendWebhook(world.server, webhook)
    return { webhook }
  },
} satisfies Partial<AuditCases>
