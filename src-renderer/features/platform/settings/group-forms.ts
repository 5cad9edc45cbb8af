import { CLIENT_ADDRESS_SOURCES } from '../../../../src-server/contract/platform-names.ts'
import { addressOf } from '../../../../src-server/contract/public-address.ts'
import type { SettingsRecord } from '../../../../src-server/contract/records/settings.ts'
import { keysOf, type GroupForm } from './settings-group.ts'

export const SITE_FORM: GroupForm<'site'> = {
  words: (name) => `platform.site.${name}`,
  pairs: true,
  fields: [
    { member: 'name', kind: 'text', max: 40, required: true },
    { member: 'title', kind: 'text', max: 80, word: 'page_title' },
    { member: 'contact', kind: 'text', max: 200 },
    {
      member: 'language',
      kind: 'choice',
      options: [
        { value: 'zh-CN', label: '简体中文' },
        { value: 'en', label: 'English' },
      ],
    },
    { member: 'language_forced', kind: 'switch' },
    { member: 'colour', kind: 'colour' },
  ],
}

export const PUBLIC_FORM: GroupForm<'site'> = {
  words: (name) => `platform.public.${name}`,
  fields: [
    {
      member: 'public_address',
      kind: 'text',
      max: 400,
      mono: true,
      word: 'field',
      placeholder: 'https://ea.example.com',
    },
  ],
  warnings: ({ public_address: typed }, saved) => {
    const address = addressOf(typed)
    return keysOf({
      is_loopback: address?.reach === 'loopback',
      is_private: address?.reach === 'private',
      is_plain: address?.reach === 'public' && address.url.startsWith('http:'),
      moves: saved.public_address !== '' && (address?.url ?? typed) !== saved.public_address,
    })
  },
}

const wrong = {
  'taken by another program': 'taken',
  'may not be opened by this user': 'not_allowed',
  'no address of this machine': 'no_address',
  'certificate and key go together': 'both_files',
}
const path = { kind: 'text', max: 1024, mono: true, wrong } as const
export const LISTENERS_FORM: GroupForm<'listeners'> = {
  words: (name) => `platform.doors.${name}`,
  pairs: true,
  fields: [
    { member: 'public_host', kind: 'text', max: 45, mono: true, required: true, word: 'host', wrong },
    { member: 'public_port', kind: 'number', min: 1, max: 65_535, word: 'port', wrong },
    { member: 'tls_cert', ...path, word: 'cert' },
    { member: 'tls_key', ...path, word: 'key' },
    { member: 'console_public', kind: 'switch', wide: true },
  ],
  warnings: (draft, saved) =>
    keysOf({
      moves: draft.public_port !== saved.public_port,
      closes_console: saved.console_public && !draft.console_public,
      plain_console: draft.console_public && draft.tls_cert === '',
    }),
}

export const RETENTION_FORM: GroupForm<'retention'> = {
  words: (name) => `platform.retention.${name}`,
  fields: [
    { member: 'history_months', kind: 'number', min: 1, max: 120, unit: 'unit', word: 'months' },
    { member: 'history_gb', kind: 'number', min: 0, max: 100_000, unit: 'gb', word: 'size' },
  ],
  warnings: (draft, saved) =>
    keysOf({
      shorter: draft.history_months < saved.history_months,
      smaller: draft.history_gb > 0 && (saved.history_gb === 0 || draft.history_gb < saved.history_gb),
    }),
}

export const AFTER_SALES_FORM: GroupForm<'after_sales'> = {
  words: (name) => `platform.after_sales.${name}`,
  fields: [
    { member: 'open', kind: 'switch' },
    { member: 'service_hours', kind: 'number', min: 1, max: 720, unit: 'hours', word: 'service' },
    { member: 'expire_days', kind: 'number', min: 1, max: 90, unit: 'days', word: 'expire' },
    { member: 'low_risk', kind: 'number', min: 0, max: 100, unit: 'points' },
  ],
  warnings: (draft, saved) => keysOf({ closes: saved.open && !draft.open }),
}

export const SALES_FORM: GroupForm<'sales'> = {
  words: (name) => `platform.sales.${name}`,
  warnings: (draft, saved) => keysOf({ not_converted: draft.currency !== saved.currency }),
}

export const ADDRESS_FORM: GroupForm<'client_address'> = {
  words: (name) => `platform.address.${name}`,
  fields: [
    {
      member: 'source',
      kind: 'choice',
      word: 'from',
      choices: { under: 'source', values: CLIENT_ADDRESS_SOURCES },
    },
    {
      member: 'trusted',
      kind: 'list',
      rows: 4,
      mono: true,
      wrong: 'no_range',
      shown: ({ source }) => source !== 'socket',
    },
  ],
}

export const OUTSIDE_FORM: GroupForm<'outside'> = {
  words: (name) => `platform.outside.${name}`,
  fields: [{ member: 'listed', kind: 'list', rows: 4, mono: true, wrong: 'no_origin' }],
  warnings: ({ listed }) => keysOf({ opens: listed.length > 0 }),
}

const keepsPassword = ({ user }: { readonly user: string }, record: SettingsRecord) =>
  record.mail_password_set && user !== ''
export const MAIL_FORM: GroupForm<'mail'> = {
  words: (name) => `mail.${name}`,
  pairs: true,
  fields: [
    {
      member: 'host',
      kind: 'text',
      max: 253,
      mono: true,
      placeholder: 'smtp.example.com',
      wrong: 'host_wrong',
    },
    { member: 'security', kind: 'choice' },
    { member: 'user', kind: 'text', max: 256 },
    {
      member: 'password',
      kind: 'sealed',
      max: 512,
      hint: (draft, record) => [keepsPassword(draft, record) ? 'password_kept' : 'password_hint'],
      kept: keepsPassword,
      disabled: ({ user }) => user === '',
    },
    { member: 'from_address', kind: 'text', max: 254, wrong: 'from_wrong' },
    { member: 'from_name', kind: 'text', max: 80 },
  ],
  warnings: (draft) => keysOf({ plain_warning: draft.security === 'plain' && draft.host !== '' }),
}

const time = { kind: 'text', max: 5, mono: true, word: 'time' } as const
export const NOTICES_FORM: GroupForm<'notices'> = {
  words: (name) => `mail.notices.${name}`,
  pairs: true,
  fields: [
    { member: 'digest_time', ...time, placeholder: '08:00', wrong: 'time_wrong' },
    { member: 'expiry_days', kind: 'number', min: 1, max: 60, unit: 'days', word: 'expiry' },
  ],
}

const byHand = (draft: { readonly automatic: boolean }) => !draft.automatic
export const BACKUPS_FORM: GroupForm<'backups'> = {
  words: (name) => `platform.plan.${name}`,
  pairs: true,
  fields: [
    { member: 'automatic', kind: 'switch', wide: true },
    { member: 'time', ...time, placeholder: '03:30', disabled: byHand },
    { member: 'keep', kind: 'number', min: 1, max: 365, disabled: byHand },
    { member: 'folder', kind: 'text', max: 1024, mono: true, wide: true },
  ],
}
