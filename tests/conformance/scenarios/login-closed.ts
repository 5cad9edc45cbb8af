import { get, MT5, OPEN, post, sealed, signed } from '../support/requests.ts'
import type { Scenario, Settings } from '../support/scenario.ts'

/** Logins closed by the application's own switch: they answer 103, and all other calls go on. */
const CLOSED: Settings = { ...OPEN, login_closed: true }
const REFUSED = { code: 103, msg: '已关闭登录' }
const UNUSED = { state: 'unused', markcode: '', ip: '', use_time: null }
const CODES = [{ kami: 'CODE-1', type: 'permanent' }] as const
const USER = { user: 'someone', password: 'secret-1', qq: '1' }

const logins: Scenario[] = [
  ['kmlogon', 'kami=CODE-1&markcode=PC'],
  ['kmlogon', 'kami=CODE-1&markcode=1@A'],
  ['userlogon', 'user=someone&password=secret-1'],
  ['mt5logon', 'account_key=1@A'],
  ['mt5login', 'account_key=1@A'],
  // The endpoint's own checks come later.
  ...['kmlogon', 'userlogon', 'mt5logon', 'mt5login'].map((api) => [api, 'x=1'] as const),
].flatMap(([api = '', pairs = '']) =>
  [get, post].map((ask): Scenario => ({
    name: `${api} with ${pairs}, ${ask.name}`,
    app: { ...CLOSED, mt5: { enabled: true, auto_trial: true } },
    given: { codes: CODES, accounts: [USER] },
    steps: [ask(api, pairs, REFUSED)],
    after: { codes: { 'CODE-1': UNUSED }, devices: { '1@A': null } },
  })),
)

const order: Scenario[] = [
  {
    name: 'a login in free mode is closed',
    app: { ...CLOSED, free_mode: true, mt5: { enabled: true } },
    steps: [get('kmlogon', 'kami=ANY&markcode=PC', REFUSED), get('mt5logon', 'account_key=1@A', REFUSED)],
  },
  {
    name: 'signature and time are checked first',
    app: { login_closed: true },
    given: { codes: CODES },
    steps: [
      get('kmlogon', 'kami=CODE-1&markcode=PC&t={{t}}', { code: 104 }),
      get('kmlogon', signed('kami=CODE-1&markcode=PC&t={{t-11}}'), { code: 105 }),
      get('kmlogon', signed('kami=CODE-1&markcode=PC&t={{t}}'), REFUSED),
    ],
  },
  {
    name: 'the capability is checked first',
    app: CLOSED,
    given: { capabilities: [{ api: 'kmlogon', on: false }] },
    steps: [get('kmlogon', '', { code: 172 })],
  },
  {
    name: 'the refusal is encrypted like others, and plain from MT5 endpoints',
    app: { ...CLOSED, encrypt: true, mi_type: 3, mt5: { enabled: true } },
    given: { codes: CODES },
    steps: [
      post('kmlogon', sealed('rc4', 'kami=CODE-1&markcode=PC'), { ...REFUSED, sealed: true }),
      post('mt5logon', 'account_key=1@A', { ...REFUSED, sealed: false }),
    ],
  },
  {
    name: 'the refusal is in English where the application asks for it',
    app: { ...CLOSED, language: 'en' },
    steps: [get('kmlogon', '', { code: 103, msg: 'Logging in is switched off' })],
  },
]

const goesOn: Scenario[] = [
  {
    name: 'ini, notice and getfile go on',
    app: { ...CLOSED, app_gg: 'news' },
    given: { files: [{ url: 'https://example.com/a.zip' }] },
    steps: [
      get('ini', '', { code: 200 }),
      get('notice', '', { code: 200, payload: { app_gg: 'news' } }),
      get('getfile', '', { code: 200 }),
    ],
  },
  {
    name: 'an unbind goes on',
    app: CLOSED,
    given: {
      codes: [{ kami: 'USED', type: 'permanent', markcode: 'PC', ip: '127.0.0.1', use_time: -100_000 }],
    },
    steps: [post('kmunmachine', 'kami=USED&markcode=PC', { code: 200, msg: '卡密解绑成功' })],
  },
  {
    name: 'a registration goes on',
    app: CLOSED,
    steps: [post('userreg', 'user=newone&password=secret-1&qq=7', { code: 200 })],
  },
  {
    name: 'pulses, remote control and messenger binding go on',
    app: { ...MT5, login_closed: true },
    given: { devices: [{ account_key: '1@A', vip: 3600, controls: { pause_open: true } }] },
    steps: [
      post('mt5pulse', 'account_key=1@A&equity=1', {
        code: 200,
        fields: { telemetry_ok: 1, pause_open: 1 },
      }),
      post('mt5messenger_bind', 'action=config', { code: 200 }),
    ],
  },
  {
    name: 'open logins refuse nothing',
    app: { ...OPEN, login_closed: false },
    given: { codes: CODES },
    steps: [get('kmlogon', 'kami=CODE-1&markcode=PC', { code: 200 })],
  },
]

export const loginClosed: readonly Scenario[] = [...logins, ...order, ...goesOn]
