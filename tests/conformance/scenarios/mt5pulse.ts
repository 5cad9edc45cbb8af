import { FOREVER, get, later, MT5, OPEN, post } from '../support/requests.ts'
import type { Given, Scenario, Settings, Step } from '../support/scenario.ts'

const KEY = '123456@XMGlobal-MT5 2'
const NAMED = 'account_key=123456%40XMGlobal-MT5+2'
const ORDER = [
  'code',
  'time',
  'check',
  'msg',
  'account_key',
  'pause_open',
  'pause_add',
  'close_all',
  'telemetry_ok',
]
const NONE = { pause_open: 0, pause_add: 0, close_all: 0 }
const STORED = { code: 200, fields: { ...NONE, telemetry_ok: 1, account_key: KEY } }
type Device = Omit<NonNullable<Given['devices']>[number], 'account_key'>

function story(
  name: string,
  device: Device | undefined,
  steps: readonly Step[],
  telemetry?: unknown,
  app: Settings = MT5,
): Scenario {
  return {
    name,
    app,
    given: device === undefined ? {} : { devices: [{ account_key: KEY, ...device }] },
    steps,
    ...(telemetry === undefined ? {} : { after: { devices: { [KEY]: { telemetry } } } }),
  }
}
const pulse = (pairs: string, expect: Step['expect'] = STORED) =>
  post('mt5pulse', `${NAMED}&${pairs}`, expect)
const LIVE: Device = { vip: FOREVER }

const whole: Scenario[] = [get, post].map((ask) =>
  story(
    `every field is stored, ${ask.name}`,
    LIVE,
    [
      ask(
        'mt5pulse',
        `${NAMED}&equity=10010.5&balance=10000&dd=1.25&positions=3&buy_pos=2&sell_pos=1&float_pnl=-7.5&margin_level=812.4&symbol=XAUUSD&value=v`,
        { ...STORED, order: ORDER, value: 'v', msg: 'success' },
      ),
    ],
    {
      equity: 10010.5,
      balance: 10000,
      dd: 1.25,
      positions: 3,
      buy_pos: 2,
      sell_pos: 1,
      float_pnl: -7.5,
      margin_level: 812.4,
      symbol: 'XAUUSD',
    },
  ),
)

const NUMBERS: [string, number | null][] = [
  ['10.5', 10.5],
  ['10,5', 10.5],
  ['-3', -3],
  ['%2B4', 4],
  ['.5', 0.5],
  ['1e3', 1000],
  ['1.5E-2', 0.015],
  ['0', 0],
  ['1e15', 1e15],
  ['1.1e15', null],
  ['inf', null],
  ['-inf', null],
  ['nan', null],
  ['-nan(ind)', null],
  ['1.%23INF', null],
  ['text', null],
  ['', null],
  ['1e999', null],
  ['1%202', null],
  ['0x10', null],
  ['1.000,5', 1000.5],
  ['1,234.56', 1234.56],
  ['1%20234,56', 1234.56],
  ['1%C2%A0234,56', 1234.56],
  ['12,345', 12345],
  ['1234,567', null],
]
const FIELDS = ['equity', 'balance', 'float_pnl', 'margin_level']
const numbers: Scenario[] = NUMBERS.map(([sent, kept], at) => {
  const field = FIELDS[at % FIELDS.length]!
  return story(`${field}=${sent || 'nothing'}`, LIVE, [pulse(`${field}=${sent}`)], {
    [field]: kept,
  })
})

const DRAWDOWNS_AND_COUNTS: [string, string, number | null][] = [
  ['dd', '35.50', 35.5],
  ['dd', '-35.50', 35.5],
  ['dd', '-12,345', 12.345],
  ['dd', '-nan(ind)', null],
  ['positions', '3', 3],
  ['positions', '-3', null],
  ['buy_pos', '1,000', 1000],
  ['buy_pos', '-1', null],
  ['sell_pos', '0', 0],
  ['sell_pos', 'text', null],
]
const drawdownsAndCounts = DRAWDOWNS_AND_COUNTS.map(([field, sent, kept]) =>
  story(`${field}=${sent} is kept as ${kept}`, LIVE, [pulse(`${field}=${sent}`)], { [field]: kept }),
)

const DRAWDOWNS: [string, string, number, boolean][] = [
  ['none said', 'equity=6500&balance=10000', 35, true],
  ['a smaller one said', 'equity=6500&balance=10000&dd=2', 35, true],
  ['a larger one said, with the other sign', 'equity=6500&balance=10000&dd=-40', 40, false],
]
const drawdowns = DRAWDOWNS.map(([name, said, dd, isComputed]) =>
  story(`the larger drawdown counts: ${name}`, LIVE, [pulse(said)], { dd, dd_computed: isComputed }),
)

const SYMBOLS: [string, string][] = [
  ['XAUUSD', 'XAUUSD'],
  ['XAUUSD+', 'XAUUSD+'],
  ['XAUUSD%2B', 'XAUUSD+'],
  ['XAUUSD.pro', 'XAUUSD.pro'],
  ['', ''],
  ['S'.repeat(40), 'S'.repeat(32)],
  ['%E9%BB%84%E9%87%91', '黄金'],
]
const symbols: Scenario[] = SYMBOLS.map(([sent, kept]) =>
  story(`symbol=${sent.slice(0, 20)}`, LIVE, [pulse(`equity=1&symbol=${sent}`)], { symbol: kept }),
)

const refused: Scenario[] = (
  [
    ['policy off', LIVE, 403, OPEN],
    ['unknown', undefined, 404, MT5],
    ['disabled', { vip: FOREVER, disabled: true }, 114, MT5],
    ['expired', { vip: -1 }, 201, MT5],
  ] as const
).map(([name, device, code, app]) => ({
  ...story(
    `${name}: nothing is stored and nothing asked`,
    device === undefined
      ? undefined
      : { ...device, controls: { pause_open: true, pause_add: true, close_all: true } },
    [pulse('equity=5', { code, fields: { ...NONE, telemetry_ok: 0 }, order: ORDER })],
    undefined,
    app,
  ),
  ...(device === undefined
    ? {}
    : { after: { devices: { [KEY]: { telemetry: null, close_all: { state: 'asked' } } } } }),
}))

const noAccount: Scenario[] = ['', 'account_key=-5%40A', 'account_key=0%40A', 'markcode=PC'].map((pairs) => ({
  name: `is no account: ${pairs || 'nothing'}`,
  app: MT5,
  steps: [post('mt5pulse', pairs, { code: 404, fields: { account_key: '', telemetry_ok: 0 } })],
}))

const closed = (state: string) => ({ close_all: { state } })
const controls: Scenario[] = [
  ...[{ pause_open: true }, { pause_add: true }, { pause_open: true, pause_add: true }].map((given) =>
    story(
      `answered every time: ${Object.keys(given).join(', ')}`,
      { ...LIVE, controls: given },
      [0, 1].map(() =>
        pulse('equity=1', {
          code: 200,
          fields: {
            pause_open: 'pause_open' in given ? 1 : 0,
            pause_add: 'pause_add' in given ? 1 : 0,
            close_all: 0,
          },
        }),
      ),
    ),
  ),
  {
    ...story(
      'close_all is ordered once, and confirmed by a pulse without positions',
      { ...LIVE, controls: { close_all: true } },
      [
        pulse('positions=2', { code: 200, fields: { close_all: 1 } }),
        pulse('positions=2', { code: 200, fields: { close_all: 0 } }),
        pulse('positions=0', { code: 200, fields: { close_all: 0 } }),
      ],
    ),
    after: { devices: { [KEY]: closed('confirmed') } },
  },
  {
    ...story('close_all is overdue when positions stay', { ...LIVE, controls: { close_all: true } }, [
      pulse('positions=2', { code: 200, fields: { close_all: 1 } }),
      later(61, pulse('positions=2', { code: 200, fields: { close_all: 0 } })),
    ]),
    after: { devices: { [KEY]: closed('overdue') } },
  },
  {
    ...story(
      'close_all takes no positions on either side as flat',
      { ...LIVE, controls: { close_all: true } },
      [
        pulse('buy_pos=1&sell_pos=0', { code: 200, fields: { close_all: 1 } }),
        pulse('buy_pos=0&sell_pos=0', { code: 200, fields: { close_all: 0 } }),
      ],
    ),
    after: { devices: { [KEY]: closed('confirmed') } },
  },
  {
    ...story(
      'close_all takes no report of positions as no confirmation',
      { ...LIVE, controls: { close_all: true } },
      [
        pulse('equity=1', { code: 200, fields: { close_all: 1 } }),
        later(61, pulse('equity=1', { code: 200, fields: { close_all: 0 } })),
      ],
    ),
    after: { devices: { [KEY]: closed('unreported') } },
  },
  {
    ...story('mt5logon takes no command', { ...LIVE, controls: { close_all: true } }, [
      post('mt5logon', NAMED, { code: 200 }),
      pulse('positions=1', { code: 200, fields: { close_all: 1 } }),
    ]),
    after: { devices: { [KEY]: closed('delivered') } },
  },
]

const identities: Scenario[] = [
  'mt5_login=123456&mt5_server=XMGlobal-MT5%202',
  'markcode=123456%40XMGlobal-MT5+2',
].map((pairs) =>
  story(`names the account by ${pairs}`, LIVE, [post('mt5pulse', `${pairs}&equity=9`, STORED)], {
    equity: 9,
  }),
)

export const mt5pulse: readonly Scenario[] = [
  ...whole,
  ...numbers,
  ...drawdownsAndCounts,
  ...drawdowns,
  ...symbols,
  ...refused,
  ...noAccount,
  ...controls,
  ...identities,
]
