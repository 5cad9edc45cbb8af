import { furnishHeldBind } from '../access/messenger.ts'
import type { AuditCases } from './audit-case.ts'

export const messengerCases = {
  messenger_test: async (world) => {
    const app = await world.app()
    const messenger_app_secret = 'a secret of nobody'
    await world.owner.call('app_update', {
      app,
      mt5: { messenger_base: 'http://127.0.0.1:9', messenger_app_secret },
    })
    return { app, open_id: 'ou_1' }
  },
  bind_request_handle: async (world) => {
    const app = await world.app()
    const id = await world.device(app)
    const { account_key: key } = await world.owner.call('device_get', { id })
    return { code: await furnishHeldBind(world.server, world.owner, app, key), decision: 'approve' }
  },
  messenger_unbind: async (world) => {
    const app = await world.app()
    const device = await world.device(app)
    const { account_key: key } = await world.owner.call('device_get', { id: device })
    await furnishHeldBind(world.server, world.owner, app, key)
    return { device }
  },
} satisfies Partial<AuditCases>
