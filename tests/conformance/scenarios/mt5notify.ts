import { FOREVER, get, MT5, OPEN, post } from '../support/requests.ts'
import type { Scenario, Settings, Step } from '../support/scenario.ts'

const KEY = '123456@XMGlobal-MT5 2'
const NAMED = 'account_key=123456%40XMGlobal-MT5+2'
const ORDER = ['code', 'time', 'check', 'msg', 'messenger_sent', 'event', 'symbol']
const READY: Settings = {
  ...OPEN,
  mt5: {
    enabled: true,
    messenger_enabled: true,
    messenger_app_id: 'cli_x',
    messenger_app_secret: 's',
    bind_secret: 'secret',
  },
}
const LIVE = { devices: [{ account_key: KEY, vip: FOREVER }] }
const notify = (pairs: string, expect: Step['expect']) => post('mt5notify', `${NAMED}&${pairs}`, expect)
const refused = (code: number, msg?: string) => ({
  code,
  ...(msg === undefined ? {} : { msg }),
  fields: { messenger_sent: 0 },
  order: ORDER,
})
/** Binds the account to a person with the bind code. */
const bind = (openId: string): Step[] => [
  post('mt5messenger_bind', `action=request&${NAMED}`, { code: 200, note: { code: 'bind_code' } }),
  post('mt5messenger_bind', `action=confirm&bind_code={{code}}&secret=secret&open_id=${openId}`, {
    code: 200,
  }),
]

const refusals: Scenario[] = [
  {
    name: 'a call with the policy off is refused',
    app: OPEN,
    given: LIVE,
    steps: [notify('text=x', refused(403))],
  },
  {
    name: 'an unknown account is refused',
    app: READY,
    steps: [notify('text=x', refused(404, 'MT5授权不存在'))],
  },
  {
    name: 'a call without an account is refused',
    app: READY,
    steps: [post('mt5notify', 'text=x&account_key=-5%40A', refused(404))],
  },
  {
    name: 'a disabled account is refused',
    app: READY,
    given: { devices: [{ account_key: KEY, vip: FOREVER, disabled: true, disable_reason: 'why' }] },
    steps: [notify('text=x', refused(114, 'why'))],
  },
  {
    name: 'an expired account is refused',
    app: READY,
    given: { devices: [{ account_key: KEY, vip: -1 }] },
    steps: [notify('text=x', refused(201, 'MT5授权已到期'))],
  },
  {
    name: 'the switch is closed',
    app: MT5,
    given: LIVE,
    steps: [notify('text=x', refused(423, '该应用未开启消息通知'))],
  },
  {
    name: 'missing credentials are refused',
    app: { ...OPEN, mt5: { enabled: true, messenger_enabled: true } },
    given: LIVE,
    steps: [notify('text=x', refused(500, '服务器配置有误'))],
  },
  {
    name: 'an account without a bound person is refused',
    app: READY,
    given: LIVE,
    steps: [notify('text=x', refused(422, '该设备未绑定openid'))],
  },
  {
    name: 'an address off the allow list is refused',
    app: { ...READY, mt5: { ...READY.mt5, messenger_base: 'http://10.0.0.1' } },
    given: LIVE,
    steps: [...bind('ou_a'), notify('text=x', refused(500))],
  },
]

const EVENTS: [string, string, string][] = [
  ['', 'notify', ''],
  ['event=', 'notify', ''],
  ['event=open&symbol=XAUUSD', 'open', 'XAUUSD'],
  [`event=${'e'.repeat(40)}&symbol=${'S'.repeat(40)}`, 'e'.repeat(32), 'S'.repeat(32)],
  ['event=a%22b%5Cc&symbol=XAUUSD+', "a'b/c", 'XAUUSD+'],
]
const fields: Scenario[] = EVENTS.flatMap(([pairs, event, symbol]) =>
  [get, post].map((ask) => ({
    name: `event and symbol: ${pairs.slice(0, 30) || 'none'}, ${ask.name}`,
    app: READY,
    given: LIVE,
    steps: [
      ask('mt5notify', `${NAMED}&text=x&${pairs}&value=v`, {
        code: 422,
        fields: { event, symbol, messenger_sent: 0 },
        order: ORDER,
        value: 'v',
      }),
    ],
  })),
)

const sent: Scenario[] = (
  [
    {
      name: 'a message is sent',
      steps: [
        ...bind('ou_person'),
        notify('text=%E4%BB%B7%E6%A0%BC&event=open', {
          code: 200,
          msg: 'success',
          fields: { messenger_sent: 1, event: 'open' },
          order: ORDER,
        }),
      ],
    },
    {
      name: 'login and server name the account',
      steps: [
        ...bind('ou_person'),
        post('mt5notify', 'mt5_login=123456&mt5_server=XMGlobal-MT5+2&text=x', {
          code: 200,
          fields: { messenger_sent: 1 },
        }),
      ],
    },
    {
      name: 'a text over 4000 characters is cut, not refused',
      steps: [
        ...bind('ou_person'),
        notify(`text=${'x'.repeat(4100)}`, { code: 200, fields: { messenger_sent: 1 } }),
      ],
    },
    {
      name: 'a call without a text is refused',
      steps: [...bind('ou_person'), notify('event=x', refused(401)), notify('text=%20', refused(401))],
    },
    {
      name: 'a refusal of the messenger is reported',
      steps: [...bind('ou_stranger'), notify('text=x', refused(502, '消息发送失败'))],
    },
    {
      name: 'twenty messages a minute are sent, and no more',
      steps: [
        ...bind('ou_person'),
        // A second apart: messages to one person are limited to five a second.
        ...Array.from({ length: 20 }, (_, n) => ({
          ...notify('text=x', { code: 200 }),
          ...(n > 0 && { at: 1 }),
        })),
        notify('text=x', refused(201, '请求频率过快')),
      ],
    },
  ] as const
).map((one) => ({
  ...one,
  app: { ...OPEN, mt5: { enabled: true, messenger_enabled: true, bind_secret: 'secret' } },
  given: LIVE,
  messenger: true,
}))

export const mt5notify: readonly Scenario[] = [...refusals, ...fields, ...sent]
