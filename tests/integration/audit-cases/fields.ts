import type { AuditCases } from './audit-case.ts'
import type { AuditWorld } from './audit-world.ts'

const content = { place: 'both', kind: 'text' } as const

async function made(world: AuditWorld): Promise<number> {
  const { id } = await world.owner.call('field_save', { name: world.name('field'), ...content })
  return id
}

export const fieldCases = {
  field_save: (world) => ({ name: world.name('field'), ...content }),
  field_delete: async (world) => ({ field: await made(world) }),
} satisfies Partial<AuditCases>
