import type { AuditCases } from './audit-case.ts'

export const auditCases = {
  preferences_set: { elsewhere: 'it leaves no row: preferences.test.ts' },
  demo_start: async ({ owner }) => {
    if ((await owner.call('start_get', {})).demo !== null) await owner.call('demo_end', {})
    return {}
  },
  demo_end: {
    send: async ({ owner }) => {
      if ((await owner.call('start_get', {})).demo === null) await owner.call('demo_start', {})
      return {}
    },
    row: 'app_delete',
  },
  view_save: (world) => ({
    list: 'codes',
    name: world.name('view'),
    query: { state: 'unused' },
    columns: [],
  }),
  view_delete: async (world) => {
    const view = { list: 'codes', name: world.name('view'), query: {}, columns: [] }
    const { id } = await world.owner.call('view_save', view)
    return { id }
  },
} satisfies Partial<AuditCases>
