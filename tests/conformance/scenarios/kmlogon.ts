import { FOREVER, get, later, OPEN, post } from '../support/requests.ts'
import type { Given, Scenario, Settings, Step } from '../support/scenario.ts'
import { kmlogonOfAccounts } from './kmlogon-accounts.ts'

type Codes = NonNullable<Given['codes']>
const HOUR = 3600
const USED = { markcode: 'PC', ip: '127.0.0.1', use_time: -1000 }
const granted = (kami: string, vip: number | string, debug = 0) => ({
  code: 200,
  payload: { kami, vip: String(vip), debug },
  order: ['kami', 'vip', 'debug'],
})
const logIn = (kami: string, expect: Step['expect'], markcode = 'PC') =>
  post('kmlogon', `kami=${kami}&markcode=${markcode}`, expect)
const ended = { code: 201, msg: '卡密已到期' }
const NONE_BOUND = { markcode: '', ip: '', use_time: null }

function story(name: string, codes: Codes, steps: readonly Step[], more: Partial<Scenario> = {}): Scenario {
  return { name, app: OPEN, given: { codes }, steps, ...more }
}

const missing: Scenario[] = [
  ['no parameter', '', 148, '卡密为空'],
  ['an empty code', 'kami=&markcode=PC', 148, '卡密为空'],
  ['no machine code', 'kami=NONE', 112, '请填写机器码'],
  ['an empty machine code', 'kami=NONE&markcode=', 112, '请填写机器码'],
  ['an unknown code', 'kami=NONE&markcode=PC', 149, '卡密不存在'],
  ['a code of another case', 'kami=code-1&markcode=PC', 149, '卡密不存在'],
  ['a code with a blank inside', 'kami=CODE%20-1&markcode=PC', 149, '卡密不存在'],
  ['a code that is 0', 'kami=0&markcode=PC', 148, '卡密为空'],
  ['a code of blanks', 'kami=%20%E2%80%8B&markcode=PC', 148, '卡密为空'],
  ['a machine that is 0', 'kami=CODE-1&markcode=0', 112, '请填写机器码'],
  ['a terminal without a login', 'kami=CODE-1&markcode=0%40Broker', 112, '请填写机器码'],
  ['a terminal without anything', 'kami=CODE-1&markcode=%40Broker', 112, '请填写机器码'],
  ['a terminal without a server', 'kami=CODE-1&markcode=12345%40', 112, '请填写机器码'],
  ['a code that is too long', `kami=${'C'.repeat(65)}&markcode=PC`, 149, '卡密不存在'],
  ['a machine code that is too long', `kami=CODE-1&markcode=${'M'.repeat(257)}`, 401, '错误的数据'],
  ['kami[]', 'kami[]=CODE-1&markcode=PC', 148, '卡密为空'],
].flatMap(([name, pairs, code, msg]) =>
  [get, post].map((ask) =>
    story(
      `${String(name)}, ${ask.name}`,
      [{ kami: 'CODE-1', type: 'permanent' }],
      [ask('kmlogon', String(pairs), { code: Number(code), msg: String(msg) })],
      { after: { codes: { 'CODE-1': { state: 'unused', ...NONE_BOUND } } } },
    ),
  ),
)

const UNITS: [string, number][] = [
  ['second', 1],
  ['hour', HOUR],
  ['day', 24 * HOUR],
  ['week', 7 * 24 * HOUR],
  ['month', 30 * 24 * HOUR],
  ['season', 90 * 24 * HOUR],
  ['half-year', 180 * 24 * HOUR],
  ['year', 360 * 24 * HOUR],
]

const durations: Scenario[] = UNITS.flatMap(([unit, seconds]) =>
  [1, 3].map((amount) =>
    story(
      `a time code of ${amount} ${unit}: the end is written at the first login and stays`,
      [{ kami: 'T', type: 'time', unit: unit as 'day', amount }],
      [
        logIn('T', granted('T', `{{now+${seconds * amount}}}`)),
        logIn('T', granted('T', `{{now+${seconds * amount}}}`)),
      ],
      {
        after: { codes: { T: { markcode: 'PC', use_time: 0, end_time: seconds * amount, state: 'in_use' } } },
      },
    ),
  ),
)

const ends: Scenario[] = [
  story(
    'a time code ends to the second',
    [{ kami: 'T', type: 'time', unit: 'hour', amount: 1 }],
    [
      logIn('T', granted('T', `{{now+${HOUR}}}`)),
      later(HOUR - 1, logIn('T', granted('T', '{{now+1}}'))),
      later(1, logIn('T', ended)),
    ],
    { after: { codes: { T: { state: 'expired' } } } },
  ),
  story(
    'an expired code is refused',
    [{ kami: 'T', type: 'time', ...USED, end_time: -1 }],
    [logIn('T', ended)],
  ),
  story(
    'an expired code without a binding stays unbound',
    [{ kami: 'T', type: 'time', use_time: -1000, end_time: -1 }],
    [logIn('T', ended)],
    { after: { codes: { T: { markcode: '', ip: '' } } } },
  ),
  story('permanent', [{ kami: 'P', type: 'permanent' }], [logIn('P', granted('P', FOREVER))], {
    after: { codes: { P: { markcode: 'PC', use_time: 0, end_time: null, state: 'in_use' } } },
  }),
  story(
    'a VIP code without an end logs in',
    [{ kami: 'V', type: 'vip' }],
    [logIn('V', granted('V', FOREVER))],
  ),
  story(
    'a VIP code with an end logs in until then',
    [{ kami: 'V', type: 'vip', unit: 'day' }],
    [logIn('V', granted('V', `{{now+${24 * HOUR}}}`)), later(24 * HOUR, logIn('V', ended))],
  ),
  story(
    'points',
    [{ kami: 'P', type: 'points', amount: 5 }],
    [logIn('P', { code: 167, msg: '不支持积分卡登录' })],
    {
      after: { codes: { P: { ...NONE_BOUND, left: 5 } } },
    },
  ),
]

const counts: Scenario[] = [
  story(
    'a count code loses one use each login until none is left',
    [{ kami: 'N', type: 'count', amount: 2 }],
    [
      logIn('N', granted('N', `{{now+${HOUR}}}`)),
      logIn('N', granted('N', `{{now+${HOUR}}}`)),
      logIn('N', ended),
      logIn('N', { code: 150 }, 'OTHER'),
    ],
    { after: { codes: { N: { left: 0, markcode: 'PC', use_time: 0, state: 'used_up' } } } },
  ),
  story(
    'an unbound code without uses is refused and stays unbound',
    [{ kami: 'N', type: 'count', left: 0 }],
    [logIn('N', ended)],
    {
      after: { codes: { N: { ...NONE_BOUND, left: 0 } } },
    },
  ),
  story(
    '999999999 uses never decrease',
    [{ kami: 'N', type: 'count', left: 999_999_999 }],
    [logIn('N', granted('N', `{{now+${HOUR}}}`)), logIn('N', granted('N', `{{now+${HOUR}}}`))],
    { after: { codes: { N: { left: 999_999_999 } } } },
  ),
  story(
    'a refused login takes no use',
    [{ kami: 'N', type: 'count', amount: 2, ...USED }],
    [logIn('N', { code: 150 }, 'OTHER')],
    { after: { codes: { N: { left: 2 } } } },
  ),
]

const IP: Settings = { ...OPEN, ip_check: true }
const FREE: Settings = { ...OPEN, free_mode: true }
const bound: Scenario[] = [
  story(
    'another machine is refused',
    [{ kami: 'P', type: 'permanent', ...USED }],
    [logIn('P', { code: 150, msg: '卡密已使用' }, 'OTHER'), logIn('P', granted('P', FOREVER))],
  ),
  ...['PC ', 'pc', 'PC%00x', '%E4%B8%AD', '1e3'].map((markcode) =>
    story(
      `the machine codes are compared whole: ${markcode}`,
      [{ kami: 'P', type: 'permanent', markcode: '1000', use_time: -1 }],
      [logIn('P', { code: 150 }, encodeURI(markcode))],
    ),
  ),
  story(
    'a machine code of 256 characters logs in twice',
    [{ kami: 'P', type: 'permanent' }],
    [logIn('P', granted('P', FOREVER), 'M'.repeat(256)), logIn('P', granted('P', FOREVER), 'M'.repeat(256))],
  ),
  story(
    'any machine logs in with the device check off, and the binding stays',
    [{ kami: 'P', type: 'permanent', ...USED }],
    [logIn('P', granted('P', FOREVER), 'OTHER')],
    { app: { ...OPEN, device_check: false }, after: { codes: { P: { markcode: 'PC' } } } },
  ),
  story(
    'another address is refused',
    [{ kami: 'P', type: 'permanent', ...USED, ip: '203.0.113.9' }],
    [logIn('P', { code: 169, msg: '当前IP不一致' })],
    { app: IP },
  ),
  story(
    'another address logs in with the check off',
    [{ kami: 'P', type: 'permanent', ...USED, ip: '203.0.113.9' }],
    [logIn('P', granted('P', FOREVER))],
  ),
  story(
    'a header doesn’t set the address',
    [{ kami: 'P', type: 'permanent', ...USED, ip: '203.0.113.9' }],
    [
      {
        ...logIn('P', { code: 169 }),
        headers: { 'X-Forwarded-For': '203.0.113.9', 'X-Real-IP': '203.0.113.9' },
      },
    ],
    { app: IP },
  ),
  story(
    'the address is checked without the device check',
    [{ kami: 'P', type: 'permanent', ...USED, ip: '203.0.113.9' }],
    [logIn('P', { code: 169 }, 'OTHER')],
    { app: { ...IP, device_check: false } },
  ),
  story(
    'disabled',
    [{ kami: 'D', type: 'permanent', disabled: true }],
    [logIn('D', { code: 151, msg: '卡密已被禁用' })],
  ),
]

/** The first refusal where several apply. */
const order: Scenario[] = (
  [
    ['disabled before points', { type: 'points', amount: 1, disabled: true }, 'PC', 151],
    ['disabled before another machine', { type: 'permanent', ...USED, disabled: true }, 'OTHER', 151],
    [
      'another machine before another address',
      { type: 'permanent', ...USED, ip: '203.0.113.9' },
      'OTHER',
      150,
    ],
    ['another machine before the end', { type: 'time', ...USED, end_time: -1 }, 'OTHER', 150],
    ['another machine before nothing left', { type: 'count', ...USED, left: 0 }, 'OTHER', 150],
    ['another address before the end', { type: 'time', ...USED, ip: '203.0.113.9', end_time: -1 }, 'PC', 169],
  ] as const
).map(([name, fields, markcode, code]) =>
  story(name, [{ kami: 'X', ...fields }], [logIn('X', { code }, markcode)], { app: IP }),
)

const free: Scenario[] = [
  story('free mode takes any text as permanent', [], [logIn('anything', granted('anything', FOREVER))], {
    app: FREE,
  }),
  story(
    'free mode takes a disabled code',
    [{ kami: 'D', type: 'permanent', disabled: true }],
    [logIn('D', granted('D', FOREVER))],
    { app: FREE, after: { codes: { D: NONE_BOUND } } },
  ),
  story(
    'free mode checks the fields first',
    [],
    [post('kmlogon', 'markcode=PC', { code: 148 }), post('kmlogon', 'kami=K', { code: 112 })],
    { app: FREE },
  ),
]

const debug: Scenario[] = [
  story(
    'a JDBG- code answers debug 1',
    [{ kami: 'JDBG-1', type: 'permanent' }],
    [logIn('JDBG-1', granted('JDBG-1', FOREVER, 1))],
  ),
]

export const kmlogon: readonly Scenario[] = [
  ...missing,
  ...durations,
  ...ends,
  ...counts,
  ...bound,
  ...order,
  ...free,
  ...debug,
  ...kmlogonOfAccounts,
]
