import { makeCertificate } from '../../support/certificate.ts'
import { PNG } from '../../support/pictures.ts'
import { until } from '../../support/until.ts'
import type { AuditCases } from './audit-case.ts'
import type { AuditWorld } from './audit-world.ts'

async function announcement({ owner }: AuditWorld): Promise<number> {
  return (await owner.call('announcement_create', { title: 'Work on Sunday' })).id
}

let hosts = 0
async function certification({ owner }: AuditWorld): Promise<number> {
  const url = `host-${hosts++}.example.com`
  return (await owner.call('certification_create', { product: 'audited', url })).id
}

async function backup({ owner }: AuditWorld): Promise<string> {
  const { job } = await owner.call('backup_now', {})
  await until(async () => {
    const { rows } = await owner.call('job_list', {})
    return rows.find(({ id }) => id === job)?.state === 'done'
  }, 'a backup')
  return (await owner.call('backup_list', {})).rows[0]!.name
}

export const platformCases = {
  settings_set: () => ({ site: { contact: 'desk@example.com' } }),
  clock_confirm: { elsewhere: 'a trusted clock leaves no row: clock-doubt.test.ts' },
  image_upload: () => ({ purpose: 'logo', data: PNG.toString('base64') }),
  image_delete: async ({ owner }) => ({
    id: (await owner.call('image_upload', { purpose: 'logo', data: PNG.toString('base64') })).id,
  }),
  announcement_create: () => ({ title: 'Work on Sunday' }),
  announcement_update: async (world) => ({ id: await announcement(world), title: 'Work on Monday' }),
  announcement_delete: async (world) => ({ id: await announcement(world) }),
  certification_create: () => ({ product: 'audited', url: 'new.example.com' }),
  certification_update: async (world) => ({ id: await certification(world), disabled: true }),
  certification_delete: async (world) => ({ ids: [await certification(world)] }),
  certification_import: () => ({ rows: [{ product: 'audited', url: 'imported.example.com' }] }),
  https_upload: () => {
    const { cert, key } = makeCertificate()
    return { cert: Buffer.from(cert).toString('base64'), key: Buffer.from(key).toString('base64') }
  },
  https_order: async ({ owner }) => {
    // Port 9 of this machine is no authority: the order fails at once.
    await owner.call('settings_set', { https: { mode: 'automatic', directory: 'https://127.0.0.1:9/' } })
    return {}
  },
  authority_add: () => ({ data: Buffer.from(makeCertificate().cert).toString('base64') }),
  authority_remove: async ({ owner }) => {
    const data = Buffer.from(makeCertificate().cert).toString('base64')
    const { authorities } = await owner.call('authority_add', { data })
    return { sha256: authorities.at(-1)!.sha256 }
  },
  backup_now: () => ({}),
  backup_delete: async (world) => ({ name: await backup(world) }),
  recovery_key_show: () => ({}),
  recovery_key_confirm: () => ({}),
  recovery_key_renew: () => ({}),
  secrets_unlock: { elsewhere: 'it needs locked data: tests/integration/sealed-secrets.test.ts' },
  bring_start: { elsewhere: 'it needs a file: tests/integration/bring-over.test.ts' },
  move_begin: { elsewhere: 'it stops the server: tests/integration/move.test.ts' },
  move_bundle: { elsewhere: 'it needs a move: tests/integration/move.test.ts' },
  move_finish: { elsewhere: 'it needs a move: tests/integration/move.test.ts' },
  move_cancel: { elsewhere: 'it needs a move: tests/integration/move.test.ts' },
  backup_restore: { elsewhere: 'it changes the data: tests/integration/restore.test.ts' },
} satisfies Partial<AuditCases>
