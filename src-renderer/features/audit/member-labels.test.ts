import { expect, it } from 'vitest'
import { memberLabelKeys } from './member-labels.ts'

const known = new Set([
  'applications.setting.state',
  'fields.state',
  'fields.mail',
  'fields.mail_host',
  'fields.port',
])
const exists = (key: string): boolean => known.has(key)

it.each([
  ['application', 'state', ['applications.setting.state']],
  ['request', 'state', ['fields.state']],
  ['settings', 'mail.host', ['fields.mail_host']],
  ['settings', 'mail.port', ['fields.mail', 'fields.port']],
  ['settings', 'mail.other', undefined],
])('%s: %s is named by %j', (kind, path, keys) => {
  expect(memberLabelKeys(kind, path, exists)).toEqual(keys)
})
