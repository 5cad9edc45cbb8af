import type { Settings } from '../support/scenario.ts'
import { writeMarks } from '../support/marks.ts'
import type { TestServer } from '../../support/test-server.ts'
import type { PeerSetup } from './peer-case.ts'
import { RSA_PRIVATE_KEY } from '../support/rsa-key.ts'

export const APPKEY = 'AppKeyTest000001'
export const RC4_KEY = 'Rc4KeyTest010001'
type Columns = Exclude<PeerSetup['app'], 'new'>

export interface Fixture {
  readonly app: number
  /** The application of the codes: a different one in one case. */
  readonly codesIn: number
  /** 0 where replies are plain. */
  readonly miType: number
  /** When the fixture was made, Unix seconds. */
  readonly at: number
}

/** The settings of the cases' application, where a fixture names no others. */
const BASE: Settings = {
  version: '1.0',
  version_info: '信息',
  app_update_show: '更新内容',
  app_update_url: 'https://example.com/a.apk?x=1&y=2',
  app_update_must: 'n',
  app_gg: '欢迎 "引号" <b>x</b> /path\n第二行',
  ip_check: true,
}
const HOUR = 3600
const MI_TYPES = [0, 1, 2, 3, 4, 10] as const

/** A new application in the state of a fixture, made through the console. */
export async function layFixture(server: TestServer, setup: PeerSetup): Promise<Fixture> {
  const { app } = await server.act('app_create', { name: 'Peer' })
  const columns: Columns = setup.app === 'new' ? {} : setup.app
  const settings = setup.app === 'new' ? {} : { ...BASE, ...settingsOf(columns) }
  await server.act('app_update', { app, appkey: APPKEY, rc4_key: RC4_KEY, ...settings })
  const at = server.clock.now()
  let codesIn = app
  for (const code of (setup.codes ?? []).filter((one) => !isInexpressible(one))) {
    const target = code['appid'] === undefined ? app : (await server.act('app_create', { name: 'Other' })).app
    codesIn = target
    const { skipped } = await server.act('code_import', { app: target, rows: [importedRow(code, at)] })
    if (skipped.length > 0) throw new Error(JSON.stringify({ code, skipped }))
  }
  for (const file of setup.files ?? []) {
    const target = file['appid'] === undefined ? app : (await server.act('app_create', { name: 'Other' })).app
    await server.act('file_create', {
      app: target,
      url: String(file['file_url']),
      note: String(file['note'] ?? ''),
      enabled: file['state'] !== 'n',
    })
  }
  return { app, codesIn, miType: settings.encrypt === true ? (settings.mi_type ?? 0) : 0, at }
}

function settingsOf(columns: Columns): Settings {
  const has = (name: string, value: string) => columns[name] === value
  const number = (name: string) => (columns[name] === undefined ? undefined : Number(columns[name]))
  const miType = MI_TYPES.find((type) => type === (number('mi_type') ?? 0)) ?? 0
  const open = has('mi_state', 'n')
  const text = (name: string) => (columns[name] === undefined ? {} : { [name]: String(columns[name] ?? '') })
  const most = Math.max(number('km_change') ?? -1, number('longuse_km_change') ?? -1)
  const scaled = (member: string, column: string, unit: number) =>
    columns[column] === undefined ? {} : { [member]: Number(columns[column]) * unit }
  return {
    mi_type: miType,
    encrypt: miType !== 0 && !open,
    // The original was recorded without a key, which this server refuses. A key makes no recorded call
    // readable.
    ...(miType === 4 && { rsa_private_key: RSA_PRIVATE_KEY }),
    sign: !open && !has('mi_sign', 'n'),
    window: open ? 0 : (number('mi_time') ?? 10),
    state: has('active', 'n') ? 'n' : 'y',
    free_mode: has('switch', 'n'),
    device_check: !has('logon_check_in', 'n'),
    unbind: {
      ...(most < 0 ? {} : { max: most }),
      ...scaled('interval', 'km_change_time', HOUR),
      ...scaled('deduct_seconds', 'km_change_num', HOUR),
      ...scaled('deduct_uses', 'single_km_change_num', 1),
    },
    ...text('app_gg'),
    ...text('version_info'),
    ...text('app_update_show'),
    ...text('app_update_url'),
    ...(has('app_update_must', 'y') ? { app_update_must: 'y' } : {}),
  }
}

type Code = NonNullable<PeerSetup['codes']>[number]

function importedRow(code: Code, at: number): Record<string, unknown> {
  const time = (name: string) => {
    const value = code[name]
    if (value === undefined || value === null) return null
    return Number(writeMarks(String(value), { now: at, appkey: APPKEY, rc4Key: RC4_KEY }))
  }
  const type = typeOf(code)
  return {
    kami: code['kami'],
    type,
    ...(type === 'time' ? { unit: code['km_time'] } : {}),
    amount: code['amount'],
    markcode: code['user'],
    ip: code['user_ip'],
    use_time: time('use_time'),
    end_time: type === 'time' || type === 'vip' ? time('end_time') : null,
    unbinds: code['km_change'],
    last_unbind: time('km_change_time'),
    disabled: code['state'] === 'n',
  }
}

function typeOf(code: Code): string {
  if (code['type'] === 'single') return 'count'
  if (code['type'] === 'fen') return 'points'
  if (code['km_time'] === 'longuse') return 'permanent'
  return code['km_time'] === 'vipcard' ? 'vip' : 'time'
}

/** Member cards, all-apps cards, and time codes without a unit or a length have no equivalent code here. */
function isInexpressible(code: Code): boolean {
  return (
    ['vip', 'svipcard'].includes(String(code['type'])) ||
    code['km_time'] === null ||
    (code['type'] === 'code' && code['amount'] === 0)
  )
}
