import { FOREVER, get, later, OPEN, post, sealed, signed } from '../support/requests.ts'
import type { Scenario, Step } from '../support/scenario.ts'

const ACCOUNT = { user: 'abc_1', password: 'Abc.123', qq: '10001', name: '张三', vip: 3600 }
const RIGHT = 'user=abc_1&password=Abc.123'
const WRONG = 'user=abc_1&password=Abc.124'
const GRANTED = {
  code: 200,
  payload: { user: 'abc_1', qq: '10001', name: '张三', vip: '{{now+3600}}', fen: '10001' },
  order: ['user', 'qq', 'name', 'vip', 'fen'],
}
const logOn = (pairs: string, expect: Step['expect']) => post('userlogon', pairs, expect)
const REFUSED = { code: 113, msg: '账号密码不正确' }
const WAITS = { code: 201, msg: '请求频率过快' }

const missing: Scenario[] = (
  [
    ['nothing', '', 110, '请填写账号'],
    ['an empty account', 'user=&password=', 110, '请填写账号'],
    ['no password', 'user=abc_1', 111, '请填写密码'],
    ['an empty password', 'user=none_&password=', 111, '请填写密码'],
    ['an unknown account', 'user=none_&password=Abc.123', 122, '账号不存在'],
    ['an account of another case', 'user=ABC_1&password=Abc.123', 122, '账号不存在'],
    ['no account’s name', 'user=%E5%BC%A0&password=x', 122, '账号不存在'],
    ['a wrong password', WRONG, 113, REFUSED.msg],
    ['a password of another case', 'user=abc_1&password=abc.123', 113, REFUSED.msg],
  ] as const
).flatMap(([name, pairs, code, msg]) =>
  [get, post].map((ask) => ({
    name: `${name}, ${ask.name}`,
    app: OPEN,
    given: { accounts: [ACCOUNT] },
    steps: [ask('userlogon', pairs, { code, msg })],
  })),
)

const accounts: Scenario[] = [
  ...[get, post].map((ask) => ({
    name: `granted, ${ask.name}`,
    app: OPEN,
    given: { accounts: [ACCOUNT] },
    steps: [ask('userlogon', RIGHT, GRANTED)],
  })),
  {
    name: 'an ended account logs in, because the client checks vip',
    app: OPEN,
    given: { accounts: [{ ...ACCOUNT, vip: -5 }] },
    steps: [logOn(RIGHT, { code: 200, fields: { vip: '{{now-5}}' } })],
  },
  {
    name: 'a permanent account logs in',
    app: OPEN,
    given: { accounts: [{ ...ACCOUNT, vip: FOREVER }] },
    steps: [logOn(RIGHT, { code: 200, fields: { vip: String(FOREVER) } })],
  },
  {
    name: 'a disabled account gets its reason with the right password',
    app: OPEN,
    given: { accounts: [{ ...ACCOUNT, disabled: true, disable_reason: '退款' }] },
    steps: [logOn(RIGHT, { code: 114, msg: '退款' }), logOn(WRONG, REFUSED)],
  },
  {
    name: 'a disabled account without a reason gets the default text',
    app: OPEN,
    given: { accounts: [{ ...ACCOUNT, disabled: true }] },
    steps: [logOn(RIGHT, { code: 114, msg: '账号已被禁用' })],
  },
  {
    name: 'five failures in a row make the account wait',
    app: OPEN,
    given: { accounts: [ACCOUNT] },
    steps: [
      ...[1, 2, 3, 4, 5].map(() => logOn(WRONG, REFUSED)),
      logOn(RIGHT, WAITS),
      later(86_400, logOn(RIGHT, { code: 200 })),
    ],
  },
  {
    name: 'a success resets the failures',
    app: OPEN,
    given: { accounts: [ACCOUNT] },
    steps: [
      ...[1, 2, 3, 4].map(() => logOn(WRONG, REFUSED)),
      logOn(RIGHT, { code: 200 }),
      ...[1, 2, 3, 4].map(() => logOn(WRONG, REFUSED)),
      logOn(RIGHT, { code: 200 }),
    ],
  },
  {
    name: 'a signed call is accepted',
    given: { accounts: [ACCOUNT] },
    steps: [logOn(signed(`${RIGHT}&t={{t}}`), GRANTED)],
  },
  {
    name: 'an encrypted call is accepted',
    app: { encrypt: true, mi_type: 3 as const },
    given: { accounts: [ACCOUNT] },
    steps: [
      logOn(sealed('rc4', signed(`${RIGHT}&t={{t}}`)), GRANTED),
      logOn(sealed('rc4', signed(`user=none_&password=x&t={{t}}`)), { code: 122 }),
    ],
  },
]

export const userlogon: readonly Scenario[] = [...missing, ...accounts].map((one) => ({
  ...one,
  alone: true,
}))
