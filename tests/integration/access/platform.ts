import { harmless, type Attempts, type Target } from './attempt.ts'

/** Only the owner sees this data, except what every signed-in person gets. */
export const platformAttempts = (_: Target) => {
  const backup = '20231114T221320Z-manual'
  return {
    settings_get: harmless({}),
    settings_set: harmless({ site: { name: 'Taken' } }),
    site_get: harmless({}),
    health: harmless({}, { check: true }),
    clock_confirm: harmless({}),
    image_upload: harmless({ purpose: 'logo', data: 'AAAA' }),
    image_list: harmless({}),
    image_delete: harmless({ id: 'x'.repeat(22) }),
    announcement_list: harmless({}),
    announcement_create: harmless({ title: 'Taken' }),
    announcement_update: harmless({ id: 1, title: 'Taken' }),
    announcement_delete: harmless({ id: 1 }),
    announcement_current: harmless({}),
    certification_list: harmless({}, { filter: { state: 'valid' } }, { search: 'example' }),
    certification_create: harmless({ product: 'p', url: 'example.com' }),
    certification_update: harmless({ id: 1, note: 'Taken' }),
    certification_delete: harmless({ ids: [1] }),
    certification_import: harmless({ rows: [{ product: 'p', url: 'example.com' }] }),
    backup_now: harmless({}),
    backup_list: harmless({}),
    backup_delete: harmless({ name: backup }),
    backup_restore: harmless({ name: backup }),
    move_get: harmless({}),
    move_begin: harmless({ recovery_key: 'x' }),
    move_bundle: harmless({}),
    move_finish: harmless({ to: 'https://ea.example.com/' }),
    move_cancel: harmless({}),
    recovery_key_show: harmless({}),
    recovery_key_confirm: harmless({}),
    recovery_key_renew: harmless({}),
    secrets_unlock: harmless({ recovery_key: 'x' }),
  } satisfies Partial<Attempts>
}
