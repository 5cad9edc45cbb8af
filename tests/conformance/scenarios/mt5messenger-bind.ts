import { expect } from 'vitest'
import { FOREVER, get, later, MT5, OPEN, post } from '../support/requests.ts'
import type { Scenario, Settings, Step } from '../support/scenario.ts'

const KEY = '123456@XMGlobal-MT5 2'
const NAMED = 'account_key=123456%40XMGlobal-MT5+2'
const READY: Settings = {
  ...OPEN,
  mt5: {
    enabled: true,
    messenger_enabled: true,
    messenger_app_id: 'cli_x',
    messenger_app_secret: 's',
    bot_link: 'https://bot.example/',
    bind_secret: 'secret',
  },
}
const LIVE = { devices: [{ account_key: KEY, vip: FOREVER }] }
const ask = (action: string, pairs: string, expected: Step['expect']) =>
  post('mt5messenger_bind', `action=${action}&${pairs}`, expected)
const HEAD = ['code', 'time', 'check', 'msg']
const request = ask('request', NAMED, {
  code: 200,
  msg: 'success',
  fields: {
    account_key: KEY,
    expire_at: '#{{now+600}}',
    expire_sec: 600,
    bot_link: 'https://bot.example/',
    bind_code: expect.stringMatching(/^[2-9A-Z]{8}$/) as unknown,
  },
  order: [...HEAD, 'bind_code', 'account_key', 'expire_at', 'expire_sec', 'bot_link', 'send_text', 'steps'],
  note: { code: 'bind_code' },
})
const status = (expected: Step['expect']) => ask('status', 'bind_code={{code}}', expected)
const confirm = (pairs: string, expected: Step['expect']) =>
  ask('confirm', `bind_code={{code}}&${pairs}`, expected)
const GOOD = 'secret=secret&open_id=ou_person'
const UNKNOWN = { code: 404, msg: '绑定码不存在' }
const WRONG_SECRET = { code: 403, msg: '绑定密钥有误' }

const config: Scenario[] = [get, post].flatMap((send) => [
  {
    name: `config, ready, ${send.name}`,
    app: READY,
    steps: [
      send('mt5messenger_bind', 'action=config&value=v', {
        code: 200,
        value: 'v',
        msg: 'success',
        fields: { enabled: 1, bot_link: 'https://bot.example/' },
        order: [...HEAD, 'enabled', 'bot_link', 'hint'],
      }),
    ],
  },
  {
    name: `config, not set up, ${send.name}`,
    app: OPEN,
    steps: [send('mt5messenger_bind', 'action=config', { code: 200, fields: { enabled: 0, bot_link: '' } })],
  },
])

const actions: Scenario[] = ['', 'action=', 'action=unbind', 'action=CONFIG'].map((pairs) => ({
  name: `no action: ${pairs || 'none named'}`,
  app: READY,
  steps: [post('mt5messenger_bind', pairs, { code: 400, msg: '没有相关操作' })],
}))

const requests: Scenario[] = [
  {
    name: 'a request gives a code, and status reports it',
    app: READY,
    given: LIVE,
    steps: [
      request,
      status({
        code: 200,
        fields: { status: 'pending', account_key: KEY, expire_at: '#{{now+600}}' },
        order: [...HEAD, 'status', 'account_key', 'expire_at'],
      }),
    ],
  },
  {
    name: 'a request takes login and server',
    app: READY,
    given: LIVE,
    steps: [
      ask('request', 'mt5_login=123456&mt5_server=XMGlobal-MT5+2', {
        code: 200,
        fields: { account_key: KEY },
      }),
    ],
  },
  {
    name: 'a request is refused with the policy off',
    app: OPEN,
    given: LIVE,
    steps: [ask('request', NAMED, { code: 403, msg: '该应用未开启MT5授权' })],
  },
  {
    name: 'a request for an unknown account is refused',
    app: MT5,
    steps: [ask('request', NAMED, { code: 404 }), ask('request', '', { code: 404 })],
  },
  {
    name: 'a request for a disabled account is refused',
    app: READY,
    given: { devices: [{ account_key: KEY, vip: FOREVER, disabled: true }] },
    steps: [ask('request', NAMED, { code: 114 })],
  },
  {
    name: 'a request for an expired account is refused',
    app: READY,
    given: { devices: [{ account_key: KEY, vip: -1 }] },
    steps: [ask('request', NAMED, { code: 201 })],
  },
  {
    name: 'a newer code ends the one before',
    app: READY,
    given: LIVE,
    steps: [
      request,
      ask('request', NAMED, { code: 200 }),
      status({ code: 200, fields: { status: 'expired' } }),
      confirm(GOOD, { code: 410, msg: '绑定码已过期,请重新获取' }),
    ],
  },
  {
    name: 'an account gets five codes, and no sixth at once',
    app: READY,
    given: LIVE,
    steps: [
      ...[1, 2, 3, 4, 5].map(() => ask('request', NAMED, { code: 200 })),
      ask('request', NAMED, { code: 201, msg: '请求频率过快' }),
    ],
  },
  {
    name: 'status doesn’t know an unknown code',
    app: READY,
    steps: [ask('status', 'bind_code=AAAAAAAA', UNKNOWN), ask('status', '', UNKNOWN)],
  },
]

const confirmations: Scenario[] = [
  {
    name: 'confirm binds once',
    app: READY,
    given: LIVE,
    steps: [
      request,
      confirm(GOOD, {
        code: 200,
        fields: { account_key: KEY, open_id: 'ou_person' },
        order: [...HEAD, 'account_key', 'open_id'],
      }),
      status({ code: 200, fields: { status: 'bound' } }),
      confirm(GOOD, UNKNOWN),
    ],
    after: { devices: { [KEY]: { messenger_open_id: 'ou_person' } } },
  },
  {
    name: 'a code is read with blanks and in lower case',
    app: READY,
    given: LIVE,
    steps: [request, confirm(GOOD, { code: 200 })],
  },
  ...['', 'secret=', 'secret=SECRET', 'secret=secre', 'secret=secret1'].map((pairs) => ({
    name: `confirm: ${pairs || 'no secret'}`,
    app: READY,
    given: LIVE,
    steps: [request, confirm(`${pairs}&open_id=ou_person`, WRONG_SECRET)],
    after: { devices: { [KEY]: { messenger_open_id: '' } } },
  })),
  {
    name: 'confirm: an application without a secret confirms nothing',
    app: { ...READY, mt5: { ...READY.mt5, bind_secret: '' } },
    given: LIVE,
    steps: [request, confirm('secret=&open_id=ou_person', WRONG_SECRET)],
  },
  ...[
    '',
    'open_id=',
    'open_id=person',
    'open_id=OU_person',
    'open_id=ou_',
    `open_id=ou_${'x'.repeat(126)}`,
  ].map((pairs) => ({
    name: `confirm: ${pairs.slice(0, 20) || 'no open_id'}`,
    app: READY,
    given: LIVE,
    steps: [request, confirm(`secret=secret&${pairs}`, { code: 401, msg: '错误的数据' })],
  })),
  {
    name: 'confirm doesn’t know an unknown code',
    app: READY,
    given: LIVE,
    steps: [ask('confirm', `bind_code=AAAAAAAA&${GOOD}`, UNKNOWN)],
  },
  {
    name: 'confirm checks the secret first',
    app: READY,
    steps: [ask('confirm', 'bind_code=AAAAAAAA&secret=x&open_id=x', WRONG_SECRET)],
  },
  {
    name: 'ten wrong secrets block the right one',
    app: READY,
    given: LIVE,
    steps: [
      request,
      ...Array.from({ length: 10 }, () => confirm('secret=x&open_id=ou_a', WRONG_SECRET)),
      confirm(GOOD, { code: 201, msg: '请求频率过快' }),
    ],
  },
  {
    name: 'the code ends after 600 s',
    app: READY,
    given: LIVE,
    steps: [
      request,
      later(599, status({ code: 200, fields: { status: 'pending' } })),
      later(1, status({ code: 200, fields: { status: 'expired' } })),
      confirm(GOOD, { code: 410 }),
    ],
  },
]

export const mt5messengerBind: readonly Scenario[] = [...config, ...actions, ...requests, ...confirmations]
