import type { BringRemark } from '../../contract/bring-over-names.ts'
import { keyText, MI_TYPES } from '../../contract/records/application.ts'
import { defaultSettings } from '../application/create.ts'
import { cutTo, type DumpValues } from './dump-values.ts'
import { leave, type BroughtApp, type LeftRow, type Place } from './item.ts'

const HOUR = 3600
/** The largest number of MySQL's int. */
const LARGEST = 2_147_483_647
/** Encryptions that need the RC4 key: RC4, RC4-2, and the AES replies of RSA. */
const KEYED = [1, 3, 4]
const RSA_MODE = 4

/** An application of the original's table `apps`, with its keys and switches. */
export function applicationOf(values: DumpValues, place: Place): BroughtApp | LeftRow {
  const app = values.whole('id') ?? 0
  if (app < 1 || app > LARGEST) return leave(place, app, 'invalid', 'id')
  const remarks = new Set<BringRemark>()
  const text = (column: string, max: number) => {
    const { text: cut, isCut } = cutTo(values.text(column), max)
    if (isCut) remarks.add('cut')
    return cut
  }
  const defaults = defaultSettings(text('name', 64).trim() || String(app))
  const settings = {
    ...defaults,
    // Programs in the field know nothing of it. A vendor who hands out new ones switches it on.
    signAnswers: false,
    state: values.flag('active', true) ? 'y' : 'n',
    // `switch` says whether codes are asked for.
    freeMode: !values.flag('switch', true),
    version: text('version', 32),
    versionInfo: text('version_info', 4000),
    appUpdateShow: text('app_update_show', 4000),
    appUpdateUrl: text('app_update_url', 1024),
    appUpdateMust: values.flag('app_update_must', false) ? 'y' : 'n',
    appGg: text('app_gg', 8000),
    ...trafficOf(values, remarks),
    deviceCheck: values.flag('logon_check_in', true),
    severalAccounts: false,
    ipCheck: values.flag('ipauth', true),
    unbind: unbindOf(values, remarks),
    rsaPrivateKey: text('mi_rsa_private_key', 16_384).trim(),
  } as const
  if (values.text('lanzou_pass') !== '') remarks.add('share_password')
  return {
    kind: 'app',
    place,
    app,
    settings,
    ...keysOf(values, KEYED.includes(settings.miType) && settings.encrypt, remarks),
    apiTotal: Math.max(0, values.whole('total') ?? 0),
    createdAt: values.time('date', 'addtime'),
    remarks: [...remarks],
  }
}

/** Without the master switch nothing is encrypted, signed, or late. */
function trafficOf(values: DumpValues, remarks: Set<BringRemark>) {
  const isSafe = values.flag('mi_state', true)
  const wanted = values.whole('mi_type') ?? 0
  const miType = MI_TYPES.find((type) => type === wanted) ?? 0
  if (miType !== wanted) remarks.add('mode_unknown')
  return {
    miType,
    encrypt: isSafe && miType !== 0,
    sign: isSafe && values.flag('mi_sign', true),
    window: isSafe ? between(values.whole('mi_time') ?? 10, 0, 86_400) : 0,
  }
}

/** The original has two maxima. The larger one counts here, so that nobody loses an unbind. */
function unbindOf(values: DumpValues, remarks: Set<BringRemark>) {
  const most = values.whole('km_change') ?? 3
  const mostPermanent = values.whole('longuse_km_change') ?? 3
  if (most !== mostPermanent) remarks.add('unbinds_differ')
  if (most === 0 || mostPermanent === 0) remarks.add('zero_unbinds')
  if (!values.flag('km_unmachine', true)) remarks.add('any_device')
  return {
    interval: between((values.whole('km_change_time') ?? 24) * HOUR, 0, 31_536_000),
    max: between(Math.max(most, mostPermanent), 0, 1_000_000),
    deductSeconds: between((values.whole('km_change_num') ?? 1) * HOUR, 0, 315_360_000),
    deductUses: between(values.whole('single_km_change_num') ?? 1, 0, 1_000_000),
  }
}

/** A key that this server can't have is replaced by a new one: programs with the old key then need the new one. */
function keysOf(values: DumpValues, needsRc4: boolean, remarks: Set<BringRemark>) {
  const fit = (text: string) => (keyText.safeParse(text).success ? text : '')
  const appkey = fit(values.text('appkey'))
  const rc4Key = fit(values.text('rc4_key'))
  if (appkey === '') remarks.add('new_appkey')
  if (rc4Key === '' && needsRc4) remarks.add('new_rc4_key')
  return { appkey, rc4Key }
}

/** Applications of mode 4 without a key that opens requests are taken without encryption. */
export function withoutEncryption(app: BroughtApp): BroughtApp {
  return {
    ...app,
    settings: { ...app.settings, encrypt: false },
    remarks: [...app.remarks, 'rsa_key'],
  }
}

export function needsRsaKey({ settings }: BroughtApp): boolean {
  return settings.encrypt && settings.miType === RSA_MODE
}

function between(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
