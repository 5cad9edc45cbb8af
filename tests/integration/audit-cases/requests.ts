import { visit } from '../../support/self-service-client.ts'
import type { AuditCases } from './audit-case.ts'
import type { AuditWorld } from './audit-world.ts'

/** A customer's request to move their trading account. */
async function rebind(world: AuditWorld): Promise<number> {
  const app = await world.app()
  const key = `${world.next()}@Server`
  await world.owner.call('device_create', { app, account_key: key, vip: world.server.clock.now() + 9999 })
  const words = { old_key: key, new_key: `${world.next()}@Server`, contact: 'c', reason: 'r' }
  await visit(world.server, 'request_device_rebind', { ...words, product: String(app) })
  const { rows } = await world.owner.call('auth_request_list', { filter: { app } })
  return rows[0]!.id
}

async function approved(world: AuditWorld): Promise<number> {
  const id = await rebind(world)
  await world.owner.call('auth_request_handle', { id, decision: 'approve' })
  return id
}

const TEXT = { title: 'Hello', text: 'Please log on again' }
async function template({ owner }: AuditWorld): Promise<number> {
  return (await owner.call('reply_template_save', TEXT)).id
}

export const requestsCases = {
  auth_request_handle: {
    send: async (world) => ({ id: await rebind(world), decision: 'approve' }),
    also: 'device_move',
  },
  auth_request_bulk: {
    send: async (world) => {
      await world.owner.call('settings_set', { after_sales: { low_risk: 100 } })
      return { ids: [await rebind(world)] }
    },
    also: 'device_move',
  },
  auth_request_reverse: { send: async (world) => ({ id: await approved(world) }), also: 'device_move' },
  reply_template_save: () => TEXT,
  reply_template_delete: async (world) => ({ id: await template(world) }),
} satisfies Partial<AuditCases>
