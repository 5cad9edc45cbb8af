import type { AuditCases } from './audit-case.ts'
import type { AuditWorld } from './audit-world.ts'

async function recycled(world: AuditWorld): Promise<{ ids: number[] }> {
  const { id } = await world.code()
  await world.owner.call('code_delete', { ids: [id] })
  return { ids: [id] }
}

export const codesCases = {
  code_generate: async (world) => ({ app: await world.app(), type: 'permanent', count: 2 }),
  code_import: async (world) => ({
    app: await world.app(),
    rows: [{ kami: `TAKEN-OVER-${world.next()}`, type: 'permanent' }],
  }),
  code_update: async (world) => ({ ids: [(await world.code()).id], note: 'sold' }),
  code_delete: async (world) => ({ ids: [(await world.code()).id] }),
  code_restore: recycled,
  code_purge: recycled,
  code_unbind: async (world) => {
    const app = await world.app()
    await world.owner.call('code_import', {
      app,
      rows: [{ kami: `BOUND-${world.next()}`, type: 'permanent', markcode: 'PC-1', use_time: 1 }],
    })
    return { filter: { app } }
  },
  code_export: async (world) => ({ filter: { batch: (await world.code()).batch } }),
  batch_update: async (world) => ({ id: (await world.code()).batch, note: 'for the shop' }),
} satisfies Partial<AuditCases>
