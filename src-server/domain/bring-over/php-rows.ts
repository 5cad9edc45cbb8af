import { isIP } from 'node:net'
import { CODE_UNITS, type CodeUnit } from '../../contract/code-names.ts'
import { PERMANENT_VIP, UNLIMITED_USES } from '../../contract/limits.ts'
import { parseAccountKey } from '../device/account-key.ts'
import { accountRow } from './account-row.ts'
import { cutTo, type DumpValues } from './dump-values.ts'
import { leave, type BroughtRow, type LeftRow, type OldPassword, type Place } from './item.ts'
import { codeFrom } from './plain-code.ts'

/** The original keeps md5 of a password, or the password itself. */
const MD5 = /^[0-9a-f]{32}$/i
const NOTE_LENGTH = 255
/** The administrator of the original, to whom the codes without an agent belong. */
const NO_AGENT = ['', '0', '1']

/** A code of the original's table `appkm`. */
export function codeOf(values: DumpValues, place: Place): BroughtRow {
  const app = values.whole('appid') ?? 0
  const worth = worthOf(values)
  if (typeof worth === 'string') return leave(place, app, worth)
  const ip = values.text('user_ip').trim()
  const agent = values.text('upid').trim()
  const brought = codeFrom(
    {
      kami: values.text('kami'),
      ...worth,
      markcode: values.text('user'),
      // The original cut IPv6 addresses off, and what is left is no address.
      ip: isIP(ip) === 0 ? '' : ip,
      use_time: values.time('use_time'),
      unbinds: Math.min(UNLIMITED_USES, Math.max(0, values.whole('km_change') ?? 0)),
      last_unbind: values.time('km_change_time'),
      disabled: !values.flag('state', true),
      note: cutTo(values.text('note'), NOTE_LENGTH).text,
    },
    {
      place,
      app,
      createdAt: values.time('addtime'),
      agent: NO_AGENT.includes(agent) ? '' : agent,
      remarks: [],
    },
  )
  if (brought.kind !== 'code') return brought
  return { ...brought, code: { ...brought.code, strippedMachine: brought.code.markcode } }
}

type Worth = Readonly<Record<string, string | number | null>>

/** The type and the value of a code in this server's words, or why there is no such code here. */
function worthOf(values: DumpValues): Worth | 'member_card' | 'all_apps_card' | 'no_length' | 'type' {
  const amount = values.whole('amount') ?? 0
  const end = values.time('end_time')
  switch (values.text('type').trim()) {
    case 'single':
      return { type: 'count', left: usesOf(amount) }
    case 'fen':
      return { type: 'points', left: usesOf(amount) }
    case 'vip':
      return 'member_card'
    case 'svipcard':
      return 'all_apps_card'
    case 'code': {
      const unit = values.text('km_time').trim()
      if (unit === 'longuse') return { type: 'permanent' }
      // It has no end here: the original wrote the moment of the first login as its end.
      if (unit === 'vipcard') return { type: 'vip' }
      if (!isUnit(unit) || amount < 1) return 'no_length'
      return { type: 'time', unit, amount, end_time: end === null ? null : Math.min(end, PERMANENT_VIP) }
    }
    default:
      return 'type'
  }
}

/** Parallel logins brought the original's counts below 0. */
function usesOf(amount: number): number {
  return Math.min(UNLIMITED_USES, Math.max(0, amount))
}

function isUnit(text: string): text is CodeUnit {
  return (CODE_UNITS as readonly string[]).includes(text)
}

/** A user account of the original's table `appuser`. */
export function accountOf(values: DumpValues, place: Place): BroughtRow {
  const end = values.time('vip', 'vip_time', 'viptime', 'end_time') ?? 0
  const hasPoints = [values.whole('fen'), Number(values.text('rmb', 'money') || 0)].some(
    (value) => value !== undefined && value > 0,
  )
  return accountRow(
    {
      app: values.whole('appid') ?? 0,
      user: values.text('user').trim(),
      qq: values.text('qq').trim(),
      name: values.text('name').trim(),
      vip: Math.min(Math.max(0, end), PERMANENT_VIP),
      disabled: !values.flag('status', true),
      disableReason: '',
      password: passwordOf(values.text('pwd', 'password')),
      createdAt: values.time('reg_time', 'addtime'),
      remarks: hasPoints ? ['points'] : [],
    },
    place,
  )
}

function passwordOf(text: string): OldPassword {
  if (text === '') return { form: 'none', text: '' }
  return MD5.test(text) ? { form: 'md5', text: text.toLowerCase() } : { form: 'clear', text }
}

/** An operator of the original's table `user`: a member of the site, or an agent of it. */
export function agentOf(values: DumpValues, place: Place): BroughtRow {
  const name = values.text('user').trim()
  if (name === '' || name.length > 64) return leave(place, 0, 'name')
  return {
    kind: 'agent',
    place,
    id: values.text('uid').trim(),
    name,
    qq: cutTo(values.text('qq').trim(), 32).text,
    email: cutTo(values.text('email').trim(), 254).text,
    isAgent: (values.whole('power') ?? 0) > 0,
  }
}

/** A link of the original's table `appfile`. */
export function fileOf(values: DumpValues, place: Place): BroughtRow {
  const app = values.whole('appid') ?? 0
  const url = values.text('file_url').trim()
  const { protocol } = URL.parse(url) ?? {}
  if ((protocol !== 'http:' && protocol !== 'https:') || url.length > 1024)
    return leave(place, app, 'address')
  return {
    kind: 'file',
    place,
    app,
    file: {
      kind: values.text('type') === 'lanzou' ? 'share' : 'direct',
      url,
      password: cutTo(values.text('lanzou_pass'), 64).text,
      note: cutTo(values.text('note'), NOTE_LENGTH).text,
      enabled: values.flag('state', true),
    },
    createdAt: values.time('addtime'),
  }
}

/** A trading account of an edition with MetaTrader 5. */
export function deviceOf(values: DumpValues, place: Place): BroughtRow | LeftRow {
  const app = values.whole('appid', 'app') ?? 0
  const login = values.text('mt5_login').trim()
  const text = values.text('account_key').trim() || `${login}@${values.text('mt5_server').trim()}`
  const accountKey = parseAccountKey(text)
  if (accountKey === undefined) return leave(place, app, 'invalid', 'account_key')
  return {
    kind: 'device',
    place,
    app,
    accountKey,
    vip: Math.min(values.time('vip', 'end_time', 'expire_time') ?? 0, PERMANENT_VIP),
    disabled: !values.flag('state', values.flag('status', true)),
    label: cutTo(values.text('label', 'name'), 64).text,
    note: cutTo(values.text('note'), NOTE_LENGTH).text,
    license: cutTo(values.text('license', 'kami'), 64).text,
  }
}
