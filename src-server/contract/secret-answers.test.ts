import { expect, it } from 'vitest'
import { holdsSecrets } from './secret-answers.ts'

it.each([
  'login',
  'me',
  'setup',
  'app_create',
  'app_get',
  'app_list',
  'app_update',
  'app_example',
  'recovery_key_show',
  'recovery_key_renew',
  'totp_begin',
  'totp_recovery_new',
  'developer_create',
  'account_password_reset',
  'account_import',
])('%s can answer with a secret', (act) => {
  expect(holdsSecrets(act)).toBe(true)
})

it.each(['device_list', 'code_list', 'audit_list', 'health', 'nothing'])('%s has none', (act) => {
  expect(holdsSecrets(act)).toBe(false)
})
