import type { AuditCases } from './audit-case.ts'

export const importsCases = {
  import_undo: async (world) => {
    const rows = [{ kami: `UNDONE-${world.next()}`, type: 'permanent' }]
    return { id: (await world.owner.call('code_import', { app: await world.app(), rows })).import! }
  },
} satisfies Partial<AuditCases>
