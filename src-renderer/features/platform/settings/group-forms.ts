import { keysOf, type GroupForm } from './settings-group.ts'

export const SITE_FORM: GroupForm<'site'> = {
  title: 'platform.site.title',
  text: 'platform.site.text',
  pairs: true,
  fields: [
    {
      member: 'name',
      kind: 'text',
      max: 40,
      required: true,
      label: 'platform.site.name',
      hint: 'platform.site.name_hint',
    },
    {
      member: 'title',
      kind: 'text',
      max: 80,
      label: 'platform.site.page_title',
      hint: 'platform.site.page_title_hint',
    },
    {
      member: 'contact',
      kind: 'text',
      max: 200,
      label: 'platform.site.contact',
      hint: 'platform.site.contact_hint',
    },
    {
      member: 'public_address',
      kind: 'text',
      max: 400,
      label: 'platform.site.public_address',
      hint: 'platform.site.public_address_hint',
    },
    {
      member: 'language',
      kind: 'choice',
      label: 'platform.site.language',
      hint: 'platform.site.language_hint',
      options: [
        { value: 'zh-CN', label: '简体中文' },
        { value: 'en', label: 'English' },
      ],
    },
    { member: 'colour', kind: 'colour', label: 'platform.site.colour', hint: 'platform.site.colour_hint' },
  ],
}

const LISTENER_REASONS = {
  'taken by another program': 'platform.doors.taken',
  'may not be opened by this user': 'platform.doors.not_allowed',
  'no address of this machine': 'platform.doors.no_address',
  'certificate and key go together': 'platform.doors.both_files',
}
export const LISTENERS_FORM: GroupForm<'listeners'> = {
  title: 'platform.doors.title',
  text: 'platform.doors.text',
  pairs: true,
  fields: [
    {
      member: 'public_host',
      kind: 'text',
      max: 45,
      mono: true,
      required: true,
      label: 'platform.doors.host',
      hint: 'platform.doors.host_hint',
      wrong: LISTENER_REASONS,
    },
    {
      member: 'public_port',
      kind: 'number',
      min: 1,
      max: 65_535,
      label: 'platform.doors.port',
      hint: 'platform.doors.port_hint',
      wrong: LISTENER_REASONS,
    },
    {
      member: 'tls_cert',
      kind: 'text',
      max: 1024,
      mono: true,
      label: 'platform.doors.cert',
      hint: 'platform.doors.tls_hint',
      wrong: LISTENER_REASONS,
    },
    {
      member: 'tls_key',
      kind: 'text',
      max: 1024,
      mono: true,
      label: 'platform.doors.key',
      hint: 'platform.doors.key_hint',
      wrong: LISTENER_REASONS,
    },
    {
      member: 'console_public',
      kind: 'switch',
      wide: true,
      label: 'platform.doors.console_public',
      hint: 'platform.doors.console_public_hint',
    },
  ],
  warnings: (draft, saved) =>
    keysOf({
      'platform.doors.moves': draft.public_port !== saved.public_port,
      'platform.doors.closes_console': saved.console_public && !draft.console_public,
      'platform.doors.plain_console': draft.console_public && draft.tls_cert === '',
    }),
}

export const RETENTION_FORM: GroupForm<'retention'> = {
  title: 'platform.retention.title',
  text: 'platform.retention.text',
  fields: [
    {
      member: 'history_months',
      kind: 'number',
      min: 1,
      max: 120,
      unit: 'platform.retention.unit',
      label: 'platform.retention.months',
      hint: 'platform.retention.months_hint',
    },
  ],
  warnings: (draft, saved) =>
    keysOf({ 'platform.retention.shorter': draft.history_months < saved.history_months }),
}

export const AFTER_SALES_FORM: GroupForm<'after_sales'> = {
  title: 'platform.after_sales.title',
  text: 'platform.after_sales.text',
  fields: [
    {
      member: 'open',
      kind: 'switch',
      label: 'platform.after_sales.open',
      hint: 'platform.after_sales.open_hint',
    },
    {
      member: 'service_hours',
      kind: 'number',
      min: 1,
      max: 720,
      unit: 'platform.after_sales.hours',
      label: 'platform.after_sales.service',
      hint: 'platform.after_sales.service_hint',
    },
    {
      member: 'expire_days',
      kind: 'number',
      min: 1,
      max: 90,
      unit: 'platform.after_sales.days',
      label: 'platform.after_sales.expire',
      hint: 'platform.after_sales.expire_hint',
    },
    {
      member: 'low_risk',
      kind: 'number',
      min: 0,
      max: 100,
      unit: 'platform.after_sales.points',
      label: 'platform.after_sales.low_risk',
      hint: 'platform.after_sales.low_risk_hint',
    },
  ],
  warnings: (draft, saved) => keysOf({ 'platform.after_sales.closes': saved.open && !draft.open }),
}

export const SALES_FORM: GroupForm<'sales'> = {
  title: 'platform.sales.title',
  text: 'platform.sales.text',
  fields: [],
  warnings: (draft, saved) => keysOf({ 'platform.sales.not_converted': draft.currency !== saved.currency }),
}

export const ADDRESS_FORM: GroupForm<'client_address'> = {
  title: 'platform.address.title',
  text: 'platform.address.text',
  fields: [],
}

export const MAIL_FORM: GroupForm<'mail'> = {
  title: 'mail.title',
  text: 'mail.text',
  pairs: true,
  fields: [
    {
      member: 'from_address',
      kind: 'text',
      max: 254,
      label: 'mail.from_address',
      hint: 'mail.from_address_hint',
      wrong: 'mail.from_wrong',
    },
    { member: 'from_name', kind: 'text', max: 80, label: 'mail.from_name' },
  ],
  warnings: (draft) => keysOf({ 'mail.plain_warning': draft.security === 'plain' && draft.host !== '' }),
}

export const NOTICES_FORM: GroupForm<'notices'> = {
  title: 'mail.notices.title',
  text: 'mail.notices.text',
  pairs: true,
  fields: [
    {
      member: 'digest_time',
      kind: 'text',
      max: 5,
      mono: true,
      placeholder: '08:00',
      label: 'mail.notices.time',
      hint: 'mail.notices.time_hint',
      wrong: 'mail.notices.time_wrong',
    },
    {
      member: 'expiry_days',
      kind: 'number',
      min: 1,
      max: 60,
      unit: 'mail.notices.days',
      label: 'mail.notices.expiry',
      hint: 'mail.notices.expiry_hint',
    },
  ],
}

const byHand = (draft: { readonly automatic: boolean }) => !draft.automatic
export const BACKUPS_FORM: GroupForm<'backups'> = {
  title: 'platform.plan.title',
  text: 'platform.plan.text',
  pairs: true,
  fields: [
    { member: 'automatic', kind: 'switch', wide: true, label: 'platform.plan.automatic' },
    {
      member: 'time',
      kind: 'text',
      max: 5,
      mono: true,
      placeholder: '03:30',
      label: 'platform.plan.time',
      hint: 'platform.plan.time_hint',
      disabled: byHand,
    },
    {
      member: 'keep',
      kind: 'number',
      min: 1,
      max: 365,
      label: 'platform.plan.keep',
      hint: 'platform.plan.keep_hint',
      disabled: byHand,
    },
    {
      member: 'folder',
      kind: 'text',
      max: 1024,
      mono: true,
      wide: true,
      label: 'platform.plan.folder',
      hint: 'platform.plan.folder_hint',
    },
  ],
}
