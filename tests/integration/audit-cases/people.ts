import { PASSWORD } from './audit-world.ts'
import type { AuditCases } from './audit-case.ts'

export const peopleCases = {
  developer_create: (world) => ({ name: world.name('developer'), password: PASSWORD }),
  developer_update: async (world) => ({ id: (await world.developer()).id, note: 'pays late' }),
  developer_freeze: async (world) => ({ id: (await world.developer()).id }),
  developer_unfreeze: async (world) => {
    const { id } = await world.developer()
    await world.owner.call('developer_freeze', { id })
    return { id }
  },
  developer_ban: async (world) => ({ id: (await world.developer()).id, reason: 'fraud' }),
  developer_unban: async (world) => {
    const { id } = await world.developer()
    await world.owner.call('developer_ban', { id, reason: 'fraud' })
    return { id }
  },
  developer_password_reset: async (world) => ({ id: (await world.developer()).id }),
  plan_create: (world) => ({ name: world.name('plan') }),
  plan_update: async (world) => {
    const { id } = await world.owner.call('plan_create', { name: world.name('plan') })
    return { id, name: world.name('plan') }
  },
  plan_delete: async (world) => {
    const { id } = await world.owner.call('plan_create', { name: world.name('plan') })
    return { id }
  },
  staff_create: (world) => ({ name: world.name('staff'), password: PASSWORD }),
  staff_update: async (world) => ({ id: await world.staff(), note: 'nights' }),
  staff_freeze: async (world) => ({ id: await world.staff() }),
  staff_unfreeze: async (world) => {
    const id = await world.staff()
    await world.owner.call('staff_freeze', { id })
    return { id }
  },
  staff_delete: async (world) => ({ id: await world.staff() }),
  staff_password_reset: async (world) => ({ id: await world.staff() }),
  role_create: (world) => ({ name: world.name('role'), permissions: ['codes'] }),
  role_update: async (world) => {
    const { id } = await world.owner.call('role_create', { name: world.name('role'), permissions: ['codes'] })
    return { id, permissions: ['codes', 'devices'] }
  },
  role_delete: async (world) => {
    const { id } = await world.owner.call('role_create', { name: world.name('role'), permissions: [] })
    return { id }
  },
  invitation_accept: {
    as: (world) => world.nobody,
    send: async (world) => ({ token: (await world.invited()).token, password: PASSWORD }),
    also: 'login',
  },
  invitation_revoke: async (world) => ({ id: (await world.invited()).invitation }),
} satisfies Partial<AuditCases>
