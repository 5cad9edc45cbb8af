import { FORM, get, OPEN, post, signed } from '../support/requests.ts'
import type { Scenario, Settings, Step } from '../support/scenario.ts'

/** docs/protocol.md 1 and 2: the application, the endpoint, the method, the limits. */

const RC4: Settings = { encrypt: true, mi_type: 3 }
const ask = (query: string, code: number, msg?: string, more: Partial<Step> = {}): Step => ({
  method: 'GET',
  query,
  expect: { code, ...(msg === undefined ? {} : { msg }) },
  ...more,
})

const application: Scenario[] = [
  ...['', '&app=', '&app=0', '&app=abc', '&app=0x10', '&app[]={{app}}'].map((app) => ({
    name: `app missing: ${app || 'not there'}`,
    app: RC4,
    steps: [
      ask(`api=ini${app}`, 100, '请绑定应用ID'),
      ask(`api=kmlogon${app}`, 100),
      ask(`api=mt5pulse${app}`, 100),
    ],
  })),
  ...['999999999', '-{{app}}', '1e3', `1${'0'.repeat(23)}`].map((app) => ({
    name: `app unknown: ${app}`,
    app: RC4,
    steps: [
      ask(`api=ini&app=${app}`, 101, '应用不存在'),
      ask(`api=nosuch&app=${app}`, 101),
      ask(`api=mt5pulse&app=${app}`, 101),
    ],
  })),
  {
    name: 'value is in the check of 100 and 101, which has no key',
    steps: [
      { query: 'api=ini&value=v', expect: { code: 100, value: 'v' } },
      { query: 'api=ini&app=999999999&value=v', expect: { code: 101, value: 'v' } },
    ],
  },
  ...['{{app}}abc', '%20{{app}}', '{{app}}.9', '%2B{{app}}', '1&app={{app}}'].map((app) => ({
    name: `the leading digits are read as the number: ${app}`,
    steps: [ask(`api=ini&app=${app}`, 200)],
  })),
  {
    name: 'the body’s app counts when the query has none',
    steps: [
      { query: 'api=ini', body: 'app={{app}}', headers: FORM, expect: { code: 200 } },
      { query: 'api=ini&app=999999999', body: 'app={{app}}', headers: FORM, expect: { code: 101 } },
    ],
  },
  ...[OPEN, RC4].map((app) => ({
    name: `a closed application, ${app === RC4 ? 'encrypted' : 'plain'}`,
    app: { ...app, state: 'n' as const },
    steps: ['ini', 'notice', 'kmlogon', 'mt5logon', 'mt5pulse', 'nosuch'].map((api) =>
      get(api, '', { code: 102, msg: '应用已关闭' }),
    ),
  })),
]

const endpoint: Scenario[] = [
  ...['', 'nosuch', 'pay', 'KMLOGON', 'km_logon', '../../x', '__proto__', 'constructor', 'mt5nosuch'].flatMap(
    (api) =>
      [OPEN, RC4].map((app) => ({
        name: `api ${api || 'empty'} is unknown, ${app === RC4 ? 'encrypted' : 'plain'}`,
        app,
        steps: [get(api, '', { code: 400, msg: '没有相关操作' })],
      })),
  ),
  { name: 'a call without an api is refused', steps: [ask('app={{app}}', 400)] },
  {
    name: 'an api in the body is ignored',
    steps: [ask('app={{app}}', 400, undefined, { method: 'POST', body: 'api=ini', headers: FORM })],
  },
  ...(
    [
      ['', 200],
      ['index', 200],
      ['main', 200],
      ['nosuch', 400],
      ['../etc/passwd', 400],
      ['index.php', 400],
      ['%00', 200],
    ] as const
  ).map(([other, code]) => ({ name: `other=${other}`, steps: [get('ini', `other=${other}`, { code })] })),
  {
    name: 'other is part of the signature, and is ignored as a name in the body',
    app: { window: 10 },
    steps: [
      get('kmlogon', signed('other=index&t={{t}}'), { code: 148 }),
      get('kmlogon', `other=index&${signed('t={{t}}')}`, { code: 106 }),
      post('kmlogon', signed('other=nosuch&t={{t}}'), { code: 148 }),
    ],
  },
]

const method: Scenario[] = [
  ...['PUT', 'DELETE', 'PATCH'].map((name) => ({
    name: `method ${name}`,
    app: OPEN,
    steps: [
      { ...get('ini', '', { code: 141, msg: '提交方式有误' }), method: name },
      { ...get('mt5logon', '', { code: 141 }), method: name },
    ],
  })),
  {
    name: 'HEAD changes nothing',
    given: { codes: [{ kami: 'H', type: 'count', amount: 2 }] },
    app: OPEN,
    steps: [{ ...get('kmlogon', 'kami=H&markcode=PC', { raw: { empty: true } }), method: 'HEAD' }],
    after: { codes: { H: { left: 2, markcode: '' } } },
  },
  {
    name: 'OPTIONS lets any page call',
    steps: [{ ...get('kmlogon', '', { status: 204, raw: { empty: true } }), method: 'OPTIONS' }],
  },
]

const filler = (count: number) => Array.from({ length: count }, (_, at) => `p${at}=`).join('&')
const limits: Scenario[] = [
  { name: '200 parameters are accepted', steps: [get('ini', filler(198), { code: 200 })] },
  { name: '201 parameters are refused', steps: [get('ini', filler(199), { code: 401, keyless: true })] },
  {
    name: '201 parameters in query and body are refused',
    steps: [{ ...post('ini', filler(199), { code: 401, keyless: true }) }],
  },
  {
    name: 'a URL over 8 KiB is refused',
    steps: [get('ini', `x=${'x'.repeat(8200)}`, { code: 401, keyless: true })],
  },
  { name: 'a body under 64 KiB is accepted', steps: [post('ini', `x=${'x'.repeat(65_000)}`, { code: 200 })] },
  {
    name: 'a body over 64 KiB is refused',
    steps: [post('ini', `x=${'x'.repeat(66_000)}`, { status: 413, code: 401, keyless: true })],
  },
]

export const guards: readonly Scenario[] = [...application, ...endpoint, ...method, ...limits]
