import { FOREVER } from './audit-world.ts'
import type { AuditCases } from './audit-case.ts'

const REPORT = { from: 0, to: 1, heading: 'masked', live: false, seconds: 3600 } as const

export const devicesCases = {
  device_create: async (world) => ({ app: await world.app(), account_key: '1@Server', vip: FOREVER }),
  device_update: async (world) => ({ id: await world.device(), label: 'Ming' }),
  device_control: async (world) => ({ ids: [await world.device()], pause_open: true, reason: 'news' }),
  device_bulk: async (world) => ({ ids: [await world.device()], label: 'Ming' }),
  device_extend: async (world) => ({ ids: [await world.device()], until: FOREVER }),
  device_delete: async (world) => ({ ids: [await world.device()] }),
  device_move: async (world) => ({ id: await world.device(), account_key: '2@Server' }),
  device_note_save: async (world) => ({ id: await world.device(), at: 1, text: 'news' }),
  device_note_delete: async (world) => {
    const id = await world.device()
    return { note: (await world.owner.call('device_note_save', { id, at: 1, text: 'news' })).id }
  },
  report_link_create: async (world) => ({ id: await world.device(), ...REPORT }),
  report_link_revoke: async (world) => {
    const { link } = await world.owner.call('report_link_create', { id: await world.device(), ...REPORT })
    return { link: link.id }
  },
  server_rename: async (world) => {
    const app = await world.app()
    await world.device(app)
    return { from: 'Server', to: world.name('Server'), app }
  },
  server_rename_undo: async (world) => {
    const app = await world.app()
    await world.device(app)
    const order = { from: 'Server', to: world.name('Server'), app }
    return { id: (await world.owner.call('server_rename', order)).id! }
  },
  group_pause: async (world) => {
    const app = await world.app()
    await world.device(app)
    return { group: { app }, accounts: 1, reason: 'news' }
  },
  group_close: async (world) => {
    const app = await world.app()
    const device = await world.device(app)
    const { account_key: key } = await world.owner.call('device_get', { id: device })
    await world.server.api('mt5pulse', app, { account_key: key, positions: 1 })
    return { group: { app }, accounts: 1, reason: 'news' }
  },
  group_resume: async (world) => {
    const app = await world.app()
    await world.device(app)
    const order = { group: { app }, accounts: 1, reason: 'news' }
    return { id: (await world.owner.call('group_pause', order)).id! }
  },
  device_import: async (world) => ({
    app: await world.app(),
    rows: [{ account_key: '3@Server', vip: FOREVER }],
  }),
} satisfies Partial<AuditCases>
