import { get, later, OPEN, post, sealed, signed } from '../support/requests.ts'
import type { Scenario, Settings, Step } from '../support/scenario.ts'

const FORM = 'user=abc_1&password=Abc.123&qq=10001'
const register = (pairs: string, expect: Step['expect']) => post('userreg', pairs, expect)
const DONE = { code: 200, msg: '成功' }
const TAKEN = [{ user: 'abc_1', password: 'Abc.123', qq: '10001' }]

/** Errors of the form in their order: everything after the named error is wrong as well. */
const forms: Scenario[] = (
  [
    ['nothing', '', 110, '请填写账号'],
    ['no account', 'password=x', 110, '请填写账号'],
    ['an empty account', 'user=&password=', 110, '请填写账号'],
    ['an account of 4', 'user=abc1', 116, '账号不合法'],
    ['an account of 12', `user=${'a'.repeat(12)}`, 116, '账号不合法'],
    ['an account with a hyphen', 'user=abc-12', 116, '账号不合法'],
    ['a Chinese account', 'user=%E5%BC%A0%E4%B8%89%E6%9D%8E%E5%9B%9B%E4%BA%94', 116, '账号不合法'],
    ['an account with a line break', 'user=abc_1%0A', 116, '账号不合法'],
    ['no password', 'user=abc_1', 111, '请填写密码'],
    ['an empty password', 'user=abc_1&password=', 111, '请填写密码'],
    ['a password of 5', 'user=abc_1&password=Abc.1', 119, '密码不合法'],
    ['a password of 19', `user=abc_1&password=${'a'.repeat(19)}`, 119, '密码不合法'],
    ['a password with a blank', 'user=abc_1&password=Abc+123', 119, '密码不合法'],
    ['no qq', 'user=abc_1&password=Abc.123', 109, '请填写QQ'],
    ['an empty qq', 'user=abc_1&password=Abc.123&qq=', 109, '请填写QQ'],
    ['a client without qq, its name raw', 'user=abc_1&password=Abc12345&name=张三', 109, '请填写QQ'],
    ['a qq that is too long', `user=abc_1&password=Abc.123&qq=${'1'.repeat(33)}`, 401, '错误的数据'],
    ['a name that is too long', `${FORM}&name=${'n'.repeat(65)}`, 401, '错误的数据'],
    ['an inviter that isn’t there', `${FORM}&inv=999999999`, 118, '邀请人不存在'],
    ['an inviter that is no number', `${FORM}&inv=abc`, 118, '邀请人不存在'],
  ] as const
).flatMap(([name, pairs, code, msg]) =>
  [get, post].map((ask) => ({
    name: `${name}, ${ask.name}`,
    app: OPEN,
    steps: [ask('userreg', pairs, { code, msg })],
    after: { accounts: { abc_1: null } },
  })),
)

const taken: Scenario[] = [
  {
    name: 'a used qq is refused',
    app: OPEN,
    given: { accounts: TAKEN },
    steps: [register('user=other&password=Abc.123&qq=10001', { code: 174, msg: 'QQ已存在' })],
    after: { accounts: { other: null } },
  },
  {
    name: 'a used name is refused',
    app: OPEN,
    given: { accounts: TAKEN },
    steps: [register('user=abc_1&password=Abc.123&qq=2', { code: 115, msg: '账号已存在' })],
  },
  {
    name: 'the qq is checked before the name',
    app: OPEN,
    given: { accounts: TAKEN },
    steps: [register(FORM, { code: 174 })],
  },
  {
    name: 'an address that has registered is refused',
    app: OPEN,
    steps: [
      register(FORM, DONE),
      register('user=other&password=Abc.123&qq=2&inv=999', { code: 117, msg: '账号注册频率过快' }),
    ],
    after: { accounts: { other: null } },
  },
  {
    name: 'a registration within the interval is refused',
    app: { ...OPEN, registration_interval: 60 },
    given: { accounts: TAKEN },
    steps: [
      register('user=other&password=Abc.123&qq=2', { code: 117 }),
      later(60, register('user=other&password=Abc.123&qq=2', DONE)),
    ],
  },
]

const RC4: Settings = { encrypt: true, mi_type: 3 }
const made: Scenario[] = [
  {
    name: 'a named account is registered and logs in',
    app: OPEN,
    steps: [
      register(`${FORM}&name=%E5%BC%A0%E4%B8%89`, DONE),
      post('userlogon', 'user=abc_1&password=Abc.123', {
        code: 200,
        fields: { user: 'abc_1', qq: '10001', name: '张三', vip: '0' },
      }),
    ],
    after: { accounts: { abc_1: { qq: '10001', name: '张三', inviter: null, disabled: false } } },
  },
  {
    name: 'an account without a nickname gets a default one',
    app: OPEN,
    steps: [register(FORM, DONE)],
    after: { accounts: { abc_1: { qq: '10001' } } },
  },
  {
    name: 'an inviter is stored',
    app: OPEN,
    given: { accounts: TAKEN },
    steps: [register('user=other&password=Abc.123&qq=2&inv={{account1}}', DONE)],
  },
  {
    name: '0 and an empty text are no inviter',
    app: OPEN,
    steps: [register(`${FORM}&inv=0`, DONE)],
    after: { accounts: { abc_1: { inviter: null } } },
  },
  { name: 'GET', app: OPEN, steps: [get('userreg', FORM, DONE)] },
  {
    name: 'the longest and the shortest values are accepted',
    app: OPEN,
    steps: [register(`user=${'a'.repeat(11)}&password=${'.*_-aZ'.repeat(3)}&qq=q`, DONE)],
  },
  { name: 'a signed call is accepted', steps: [register(signed(`${FORM}&t={{t}}`), DONE)] },
  {
    name: 'an encrypted call is accepted',
    app: RC4,
    steps: [register(sealed('rc4', signed(`${FORM}&t={{t}}`)), DONE)],
  },
  {
    name: 'a repeated signature registers once and gets the same answer',
    steps: [register(signed(`${FORM}&t={{t}}`), DONE), register(signed(`${FORM}&t={{t}}`), DONE)],
  },
].map((one) => ({ ...one, alone: true }))

export const userreg: readonly Scenario[] = [
  ...forms,
  ...taken.map((one) => ({ ...one, alone: true })),
  ...made,
]
