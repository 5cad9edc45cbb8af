import { Authenticator } from '../../support/authenticator.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import type { AuditCases } from './audit-case.ts'
import { PASSWORD, type AuditWorld } from './audit-world.ts'

const someone = (world: AuditWorld) => world.someone()
/** The authenticator of the next caller. */
let phone: Authenticator

async function begun(world: AuditWorld): Promise<ConsoleClient> {
  const client = await world.someone()
  const { secret } = await client.call('totp_begin', {})
  phone = new Authenticator(secret)
  return client
}

async function confirmed(world: AuditWorld): Promise<ConsoleClient> {
  const client = await begun(world)
  await client.call('totp_confirm', { otp: phone.code(world.server.clock.now()) })
  return client
}

const CHANNEL = { kind: 'mail', name: 'Mail' } as const

async function ownChannel(world: AuditWorld) {
  const { id } = await world.owner.call('channel_save', CHANNEL)
  return { channel: id }
}

export const sessionCases = {
  login: {
    as: (world) => world.nobody,
    send: async (world) => ({ name: (await world.developer()).name, password: PASSWORD }),
  },
  setup: { elsewhere: 'there is an owner already; session.test.ts' },
  logout: { as: someone, send: () => ({}) },
  step_up: { as: someone, send: () => ({ password: PASSWORD }) },
  profile_set: { as: someone, send: () => ({ qq: '700700', email: 'someone@example.com' }) },
  password_change: { as: someone, send: () => ({ old: PASSWORD, password: 'another for this test' }) },
  totp_begin: { as: someone, send: () => ({}) },
  totp_confirm: { as: begun, send: (world) => ({ otp: phone.code(world.server.clock.now()) }) },
  totp_off: { as: confirmed, send: () => ({}) },
  totp_recovery_new: { as: confirmed, send: () => ({}) },
  session_revoke: async (world) => {
    const client = await world.someone()
    const { rows } = await client.call('session_list', {})
    return { handles: [rows[0]!.handle] }
  },
  channel_save: () => CHANNEL,
  channel_delete: ownChannel,
  channel_test: ownChannel,
  channel_check: ownChannel,
  token_create: {
    as: someone,
    send: (world) => ({
      name: 'Shop',
      actions: ['code_list'],
      expires_at: world.server.clock.now() + 86_400,
    }),
  },
  token_revoke: async (world) => {
    const order = { name: 'Shop', actions: ['code_list'], expires_at: world.server.clock.now() + 86_400 }
    return { id: (await world.owner.call('token_create', order)).row.id }
  },
  job_cancel: async (world) => {
    const order = { app: await world.app(), type: 'permanent', count: 100_000 } as const
    const { job } = await world.owner.call('code_generate', order)
    return { id: job! }
  },
} satisfies Partial<AuditCases>
