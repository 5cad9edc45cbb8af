import { CODE } from '../../contract/error-codes.ts'
import { PERMANENT_VIP } from '../../contract/limits.ts'
import type { RuntimeApi } from '../../contract/records/capability.ts'
import type { Application } from '../../domain/application/application.ts'
import { refuse, succeed, type Answer, type StandardAnswer } from '../answers.ts'

type Pairs = readonly (readonly [name: string, value: string])[]

/**
 * The parameters a program sends besides `t`, `value` and `sign`, and a sample of a successful answer. All
 * values are invented.
 */
export interface Sample {
  readonly pairs: Pairs
  /** Undefined for a text or a download, which goes out unchanged. */
  readonly answer: ((settings: Application, now: number) => Answer) | undefined
}

const KAMI = 'SAMPLE-CODE-0001'
const ACCOUNT = '123456@Broker-Server'
const VIP = String(PERMANENT_VIP)
const DAY = 86_400

const says = (answer: StandardAnswer): Answer => ({ envelope: 'standard', answer })
const standard = (fields: Parameters<typeof succeed>[0]) => () => says(succeed(fields))
const mt5 = (fields: Readonly<Record<string, string | number>>) => (): Answer => ({
  envelope: 'mt5',
  answer: { code: CODE.success, msg: 'success', fields },
})
const logon = (settings: Application, now: number): Answer => ({
  envelope: 'mt5',
  answer: {
    code: CODE.success,
    msg: 'success',
    fields: {
      vip: now + 30 * DAY,
      license: KAMI,
      label: '',
      buy_url: settings.mt5.buyUrl,
      account_key: ACCOUNT,
      debug: 0,
    },
  },
})

export const SAMPLES: Readonly<Record<RuntimeApi, Sample>> = {
  ini: {
    pairs: [],
    answer: (settings) =>
      says(
        succeed({
          version: settings.version,
          version_info: settings.versionInfo,
          app_update_show: settings.appUpdateShow,
          app_update_url: settings.appUpdateUrl,
          app_update_must: settings.appUpdateMust,
          api_total: settings.apiTotal,
        }),
      ),
  },
  notice: { pairs: [], answer: (settings) => says(succeed({ app_gg: settings.appGg })) },
  getfile: {
    pairs: [],
    answer: standard([
      { file_url: 'https://example.com/program.zip', date: '2026-01-01 12:00:00', note: '' },
    ]),
  },
  getrc4: {
    pairs: [['appid', '10001']],
    answer: standard({ rc4key: 'abcdefghijk10001' }),
  },
  kmlogon: {
    pairs: [
      ['kami', KAMI],
      ['markcode', 'PC-0001'],
    ],
    answer: standard({ kami: KAMI, vip: VIP, debug: 0 }),
  },
  kmunmachine: {
    pairs: [
      ['kami', KAMI],
      ['markcode', 'PC-0001'],
    ],
    answer: () => says({ code: CODE.success, text: 'unbindDone' }),
  },
  userreg: {
    pairs: [
      ['user', 'sample_1'],
      ['password', 'secret-1'],
      ['qq', '10000'],
    ],
    answer: () => says(refuse(CODE.success)),
  },
  userlogon: {
    pairs: [
      ['user', 'sample_1'],
      ['password', 'secret-1'],
    ],
    answer: standard({ user: 'sample_1', qq: '10000', name: 'sample_1', vip: VIP, fen: '10000' }),
  },
  logongetapp: {
    pairs: [
      ['user', 'developer'],
      ['pass', 'password'],
    ],
    answer: ({ id, name, appkey, state }) => says(succeed([{ name, appkey, appid: id, id, switch: state }])),
  },
  openrc42: {
    pairs: [
      ['user', 'developer'],
      ['pass', 'password'],
      ['appid', '10001'],
    ],
    answer: standard({ rc4_key: 'abcdefghijk10001' }),
  },
  automaticsample: { pairs: [['type', 'lua']], answer: undefined },
  sig: { pairs: [], answer: undefined },
  ygg: { pairs: [], answer: undefined },
  yyzkmdenglu: { pairs: [], answer: undefined },
  violationsinfo: { pairs: [['msg', 'reminder']], answer: undefined },
  mt5logon: { pairs: [['account_key', ACCOUNT]], answer: logon },
  mt5login: { pairs: [['account_key', ACCOUNT]], answer: logon },
  mt5pulse: {
    pairs: [
      ['account_key', ACCOUNT],
      ['equity', '10240.50'],
      ['balance', '10000.00'],
      ['dd', '1.25'],
      ['positions', '3'],
      ['buy_pos', '2'],
      ['sell_pos', '1'],
      ['float_pnl', '240.50'],
      ['margin_level', '1850.00'],
      ['symbol', 'XAUUSD'],
      ['currency', 'USD'],
      ['program_version', '2.1'],
      ['magic', '20260101'],
      ['leverage', '500'],
      ['account_name', 'Zhang San'],
      ['day_profit', '120.50'],
      ['pending_orders', '1'],
    ],
    answer: mt5({ account_key: ACCOUNT, pause_open: 0, pause_add: 0, close_all: 0, telemetry_ok: 1 }),
  },
  mt5notify: {
    pairs: [
      ['account_key', ACCOUNT],
      ['text', 'Stop hit'],
      ['event', 'stop'],
      ['symbol', 'XAUUSD'],
    ],
    answer: mt5({ messenger_sent: 1, event: 'stop', symbol: 'XAUUSD' }),
  },
  mt5messenger_bind: {
    pairs: [
      ['action', 'status'],
      ['bind_code', 'ABCD2345'],
    ],
    answer: (_, now) => mt5({ status: 'pending', account_key: ACCOUNT, expire_at: now + 600 })(),
  },
}
