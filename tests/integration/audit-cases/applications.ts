import type { AuditCases } from './audit-case.ts'

export const applicationsCases = {
  app_create: (world) => ({ name: world.name('application') }),
  app_copy: async (world) => ({ app: await world.app(), name: world.name('copy') }),
  app_update: async (world) => ({
    app: await world.app(),
    version: '2',
    mt5: { enabled: true, messenger_app_secret: 'messenger secret 1', bind_secret: 'binding secret 1' },
  }),
  app_delete: async (world) => ({ app: await world.app() }),
  app_key_rotate: async (world) => ({
    app: await world.app(),
    key: 'appkey',
    overlap: 60,
    value: 'a-key-of-the-test',
  }),
  app_key_end_overlap: async (world) => {
    const app = await world.app()
    await world.owner.call('app_key_rotate', { app, key: 'rc4_key', overlap: 60 })
    return { app, key: 'rc4_key' }
  },
  app_answer_key_rotate: async (world) => ({ app: await world.app(), overlap: 60 }),
  app_answer_key_end_overlap: async (world) => {
    const app = await world.app()
    await world.owner.call('app_answer_key_rotate', { app, overlap: 60 })
    return { app }
  },
  app_answer_key_take_back: async (world) => {
    const app = await world.app()
    await world.owner.call('app_answer_key_rotate', { app, overlap: 60 })
    return { app }
  },
  app_capability_set: async (world) => ({ app: await world.app(), api: 'getrc4', granted: false }),
  app_api_set: async (world) => ({ app: await world.app(), api: 'getrc4', on: true }),
  capability_set: () => ({ api: 'notice', price_text: 'nine a year' }),
  kit_link_create: async (world) => ({ app: await world.app(), type: 'c', seconds: 3600, uses: 1 }),
  kit_link_revoke: async (world) => {
    const app = await world.app()
    const { link } = await world.owner.call('kit_link_create', { app, type: 'c', seconds: 3600, uses: 1 })
    return { id: link.id }
  },
  file_create: async (world) => ({
    app: await world.app(),
    url: 'https://example.com/a.zip',
    password: 'pan1',
  }),
  file_update: async (world) => ({ id: await world.file(), note: 'another' }),
  file_delete: async (world) => ({ ids: [await world.file()] }),
} satisfies Partial<AuditCases>
