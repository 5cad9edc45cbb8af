import { RUNTIME_APIS, type RuntimeApi } from '../../../src-server/domain/application/capability.ts'
import { get, later, OPEN, signed } from '../support/requests.ts'
import type { Scenario, Settings } from '../support/scenario.ts'

/** Platform-wide states, grants and switches, and the guards of each API. */

const RC4: Settings = { encrypt: true, mi_type: 3 }
const WHITELIST = new Set<RuntimeApi>([
  'ini',
  'notice',
  'getfile',
  'getrc4',
  'ygg',
  'sig',
  'yyzkmdenglu',
  'mt5logon',
  'mt5login',
  'mt5pulse',
  'mt5notify',
  'mt5messenger_bind',
])
const KEY_GIVERS: readonly RuntimeApi[] = ['getrc4', 'automaticsample', 'logongetapp', 'openrc42']

/** The first answer of each API to a call with nothing but its name. */
const byApi: Scenario[] = RUNTIME_APIS.flatMap((api): Scenario[] => [
  {
    name: `${api}: closed platform-wide`,
    app: OPEN,
    given: { states: { [api]: 'closed' }, capabilities: [{ api, granted: false, expires: -1 }] },
    steps: [get(api, '', { code: 170, msg: '接口已关闭' })],
  },
  {
    name: `${api}: under maintenance`,
    app: OPEN,
    given: { states: { [api]: 'maintenance' } },
    steps: [get(api, '', { code: 171, msg: '接口维护中' })],
  },
  {
    name: `${api}: not granted`,
    app: { ...RC4 },
    given: { capabilities: [{ api, granted: false, expires: -1 }] },
    steps: [get(api, '', { code: 172, msg: '未添加或购买接口' })],
  },
  {
    name: `${api}: the grant expired`,
    app: { ...RC4 },
    given: { capabilities: [{ api, on: true, expires: -1 }] },
    steps: [get(api, '', { code: 173, msg: '接口已过期' })],
  },
  {
    name: `${api}: switched off by the developer`,
    app: { ...RC4 },
    given: { capabilities: [{ api, granted: true, on: false, expires: -1 }] },
    steps: [get(api, '', { code: 172, msg: '未添加或购买接口' })],
  },
  ...(WHITELIST.has(api)
    ? []
    : [
        {
          name: `${api}: needs encryption and a signature off the whitelist`,
          app: RC4,
          given: { capabilities: [{ api, on: true }] },
          steps: [
            get(api, 'user=u&pass=p', { code: 107, msg: '数据为空' }),
            get(api, 'data=xyz', { code: 401, msg: '错误的数据' }),
          ],
        },
        {
          name: `${api}: signed`,
          given: { capabilities: [{ api, on: true }] },
          steps: [
            get(api, 't={{t}}', { code: 104, msg: '签名为空' }),
            get(api, 't={{t}}&sign=x', { code: 106, msg: '签名有误' }),
            get(api, signed('t={{t-11}}'), { code: 105, msg: '数据过期' }),
            get(api, signed('x=1'), { code: 108, msg: '未发现时间变量' }),
          ],
        },
      ]),
  ...(KEY_GIVERS.includes(api)
    ? [
        {
          name: `${api}: is off by default, because it hands out keys`,
          app: OPEN,
          steps: [get(api, '', { code: 172 })],
        },
      ]
    : []),
])

const grants: Scenario[] = [
  {
    name: 'a grant ends to the second',
    given: { capabilities: [{ api: 'notice', expires: 60 }] },
    steps: [
      get('notice', '', { code: 200 }),
      later(59, get('notice', '', { code: 200 })),
      later(1, get('notice', '', { code: 173 })),
    ],
  },
  {
    name: 'an API’s own signature switch on overrides the application’s off',
    app: { sign: false },
    given: { capabilities: [{ api: 'kmlogon', sign: true }] },
    steps: [
      get('kmlogon', 't={{t}}', { code: 104 }),
      get('kmlogon', signed('t={{t}}'), { code: 148 }),
      get('kmunmachine', 't={{t}}', { code: 148 }),
      get('kmunmachine', '', { code: 108 }),
    ],
  },
  {
    name: 'an API’s own signature switch off overrides the application’s on',
    given: { capabilities: [{ api: 'kmlogon', sign: false }] },
    steps: [
      get('kmlogon', 't={{t}}', { code: 148 }),
      get('kmlogon', '', { code: 108 }),
      get('kmunmachine', '', { code: 104 }),
    ],
  },
]

/** A name without a capability of its own: it answers as its endpoint does. */
const aliases: Scenario[] = [
  {
    name: 'mt5login is closed platform-wide with mt5logon',
    given: { states: { mt5logon: 'closed' } },
    steps: [get('mt5login', '', { code: 170 })],
  },
  {
    name: 'mt5login is under maintenance with mt5logon',
    given: { states: { mt5logon: 'maintenance' } },
    steps: [get('mt5login', '', { code: 171 })],
  },
  {
    name: 'mt5login is not granted without mt5logon',
    given: { capabilities: [{ api: 'mt5logon', granted: false }] },
    steps: [get('mt5login', '', { code: 172 })],
  },
  {
    name: 'mt5login is switched off with mt5logon',
    given: { capabilities: [{ api: 'mt5logon', on: false }] },
    steps: [get('mt5login', '', { code: 172 })],
  },
  {
    name: 'mt5login expires with the grant of mt5logon',
    given: { capabilities: [{ api: 'mt5logon', expires: 60 }] },
    steps: [get('mt5login', '', { code: 403 }), later(60, get('mt5login', '', { code: 173 }))],
  },
  {
    name: 'mt5logon is not granted without its alias',
    given: { capabilities: [{ api: 'mt5login', granted: false }] },
    steps: [get('mt5logon', '', { code: 172 }), get('mt5login', '', { code: 172 })],
  },
]

export const capabilities: readonly Scenario[] = [...byApi, ...grants, ...aliases]
