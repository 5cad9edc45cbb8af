import { FOREVER, FORM, get, later, MT5, OPEN, post } from '../support/requests.ts'
import type { Given, Scenario, Settings, Step } from '../support/scenario.ts'

const KEY = '123456@XMGlobal-MT5 2'
const SPELLED = '123456%40XMGlobal-MT5+2'
const ORDER = ['code', 'time', 'check', 'msg', 'vip', 'license', 'label', 'buy_url', 'account_key', 'debug']
const TRIAL: Settings = {
  ...OPEN,
  mt5: { enabled: true, auto_trial: true, trial_seconds: 3600, buy_url: 'https://buy.example/' },
}
type Device = Omit<NonNullable<Given['devices']>[number], 'account_key'>

const FULL: Device = {
  vip: FOREVER,
  license: 'LIC',
  label: 'Gold "1" \\ x',
  buy_url: 'https://buy.example/x',
  debug: true,
}
const SAID = {
  msg: 'success',
  vip: FOREVER,
  license: 'LIC',
  label: "Gold '1' / x",
  buy_url: 'https://buy.example/x',
  account_key: KEY,
  debug: 1,
}

function story(
  name: string,
  device: Device | undefined,
  steps: readonly Step[],
  app: Settings = MT5,
): Scenario {
  return {
    name,
    app,
    given: device === undefined ? {} : { devices: [{ account_key: KEY, ...device }] },
    steps,
  }
}

const spellings = [
  `account_key=${SPELLED}`,
  'account_key=123456@XMGlobal-MT5%202',
  'account_key=+123456%40XMGlobal-MT5+2+',
  'mt5_login=123456&mt5_server=XMGlobal-MT5%202',
  'mt5_login=+123456&mt5_server=XMGlobal-MT5%202+',
  `markcode=${SPELLED}`,
  `account_key=${SPELLED}&mt5_login=1&mt5_server=B&markcode=2%40C`,
  'account_key=&mt5_login=123456&mt5_server=XMGlobal-MT5%202',
  `mt5_login=1&markcode=${SPELLED}`,
].flatMap((pairs) =>
  [get, post].flatMap((ask) =>
    ['mt5logon', 'mt5login'].map((api) =>
      story(`${api} names the account by ${pairs}, ${ask.name}`, FULL, [
        ask(api, pairs, { code: 200, fields: SAID, order: ORDER }),
      ]),
    ),
  ),
)

/** Never a new trial account. */
const noAccounts = [
  '',
  'account_key=',
  'account_key=123456',
  'account_key=%40A',
  'account_key=0%40A',
  'account_key=012%40A',
  'account_key=-2147483000%40A',
  'account_key=12a%40A',
  `account_key=${'1'.repeat(21)}%40A`,
  'account_key=1%40',
  'account_key=1%40a%40b',
  'account_key=1%40a%0Ab',
  `account_key=1%40${'s'.repeat(65)}`,
  'mt5_login=5',
  'mt5_server=A',
  'markcode=PC',
].map((pairs): Scenario => ({
  name: `is no account: ${pairs.slice(0, 40) || 'nothing'}`,
  app: TRIAL,
  steps: [
    post('mt5logon', pairs, {
      code: 404,
      msg: 'MT5授权不存在',
      fields: { vip: 0, account_key: '', license: '' },
      order: ORDER,
    }),
  ],
  after: { devices: { '0@A': null, '012@A': null, '-2147483000@A': null } },
}))

const states: Scenario[] = [
  story(
    'a call with the policy off is refused',
    FULL,
    [post('mt5logon', `account_key=${SPELLED}`, { code: 403, msg: '该应用未开启MT5授权' })],
    OPEN,
  ),
  story('an unknown account without a trial is refused', undefined, [
    post('mt5logon', `account_key=${SPELLED}`, { code: 404, fields: { account_key: KEY } }),
  ]),
  story('a disabled account gets its reason', { vip: FOREVER, disabled: true, disable_reason: '退款' }, [
    post('mt5logon', `account_key=${SPELLED}`, { code: 114, msg: '退款' }),
  ]),
  story('a disabled account without a reason gets the default text', { vip: FOREVER, disabled: true }, [
    post('mt5logon', `account_key=${SPELLED}`, { code: 114, msg: '账号已被禁用' }),
  ]),
  story('disabled comes before expired', { vip: -5, disabled: true }, [
    post('mt5logon', `account_key=${SPELLED}`, { code: 114 }),
  ]),
  story(
    'an expired account gets vip, buy_url and label',
    { vip: -5, label: 'L', buy_url: 'https://b.example/' },
    [
      post('mt5logon', `account_key=${SPELLED}`, {
        code: 201,
        msg: 'MT5授权已到期',
        fields: { vip: '#{{now-5}}', label: 'L', buy_url: 'https://b.example/' },
      }),
    ],
  ),
  story('an account ends to the second', { vip: 60 }, [
    post('mt5logon', `account_key=${SPELLED}`, { code: 200, fields: { vip: '#{{now+60}}', debug: 0 } }),
    later(59, post('mt5logon', `account_key=${SPELLED}`, { code: 200 })),
    later(1, post('mt5logon', `account_key=${SPELLED}`, { code: 201 })),
  ]),
  story(
    'an account without a buy_url gets the application’s',
    { vip: FOREVER },
    [post('mt5logon', `account_key=${SPELLED}`, { code: 200, fields: { buy_url: 'https://app.example/' } })],
    { ...OPEN, mt5: { enabled: true, buy_url: 'https://app.example/' } },
  ),
  story('the account is case-sensitive', FULL, [
    post('mt5logon', `account_key=${SPELLED.toLowerCase()}`, { code: 404 }),
  ]),
]

const trials: Scenario[] = [
  {
    name: 'the trial is made once, and ends',
    app: TRIAL,
    steps: [
      post('mt5logon', `account_key=${SPELLED}`, {
        code: 200,
        fields: { vip: '#{{now+3600}}', license: 'TRIAL', buy_url: 'https://buy.example/' },
      }),
      later(100, post('mt5login', `account_key=${SPELLED}`, { code: 200, fields: { vip: '#{{now+3500}}' } })),
      later(3500, post('mt5logon', `account_key=${SPELLED}`, { code: 201, fields: { license: 'TRIAL' } })),
    ],
    after: { devices: { [KEY]: { vip: 3600, license: 'TRIAL' } } },
  },
  {
    name: 'a pulse makes no trial',
    app: TRIAL,
    steps: [post('mt5pulse', `account_key=${SPELLED}&equity=1`, { code: 404 })],
    after: { devices: { [KEY]: null } },
  },
  {
    name: 'a JDBG- code makes a debug account',
    app: MT5,
    given: { codes: [{ kami: 'JDBG-1', type: 'permanent' }] },
    steps: [
      post('kmlogon', `kami=JDBG-1&markcode=${SPELLED}`, { code: 200, fields: { debug: 1 } }),
      post('mt5logon', `account_key=${SPELLED}`, { code: 200, fields: { license: 'JDBG-1', debug: 1 } }),
    ],
  },
]

const BODIES: [string, string, Record<string, string>][] = [
  ['MQL’s: a NUL at the end', `account_key=${KEY}&value=ab\0`, FORM],
  ['a form that says it is JSON', `account_key=${SPELLED}&value=ab`, { 'Content-Type': 'application/json' }],
  ['no Content-Type', `account_key=${SPELLED}&value=ab`, {}],
  ['JSON', `{"account_key":"${KEY}","value":"ab"}`, { 'Content-Type': 'application/json' }],
  ['JSON that says it is a form, with a NUL', `{"account_key":"${KEY}","value":"ab"}\0`, FORM],
]
const bodies = BODIES.map(([name, body, headers]) =>
  story(`a body: ${name}`, FULL, [
    {
      query: 'api=mt5logon&app={{app}}',
      body,
      headers,
      expect: { code: 200, value: 'ab', fields: { account_key: KEY } },
    },
  ]),
)

export const mt5logon: readonly Scenario[] = [...spellings, ...noAccounts, ...states, ...trials, ...bodies]
