import { get, OPEN, post, signed } from '../support/requests.ts'
import type { Scenario, Settings } from '../support/scenario.ts'

const NAMES = ['version', 'version_info', 'app_update_show', 'app_update_url', 'app_update_must', 'api_total']
const FRESH = {
  version: '1.0',
  version_info: '',
  app_update_show: '',
  app_update_url: '',
  app_update_must: 'n',
  api_total: 0,
}
const PAY = {
  state: 'y',
  url: 'https://pay.example/',
  appid: '7',
  appkey: 'PK',
  ali: 'y',
  wx: 'n',
  qq: 'y',
} as const

const settings: [string, Settings, object][] = [
  ['version', { version: '2.1 beta' }, { version: '2.1 beta' }],
  ['version_info', { version_info: '信息 "引号" \\ /' }, { version_info: '信息 "引号" \\ /' }],
  ['version_info with a line break', { version_info: 'a<br>b' }, { version_info: 'a\nb' }],
  ['app_update_show', { app_update_show: '更新内容' }, { app_update_show: '更新内容' }],
  [
    'app_update_url',
    { app_update_url: 'https://example.com/a.apk?x=1&y=2' },
    { app_update_url: 'https://example.com/a.apk?x=1&y=2' },
  ],
  ['app_update_must', { app_update_must: 'y' }, { app_update_must: 'y' }],
]

export const ini: readonly Scenario[] = [
  ...[get, post].map((ask) => ({
    name: `a fresh application, ${ask.name}: every field in its order, texts even where empty`,
    steps: [ask('ini', '', { code: 200, payload: FRESH, order: NAMES })],
  })),
  ...settings.map(([name, app, fields]) => ({
    name: `says ${name}`,
    app,
    steps: [get('ini', '', { code: 200, payload: { ...FRESH, ...fields } })],
  })),
  ...['pay', 'pay=', 'pay=1', 'pay=0'].flatMap((pairs) =>
    [get, post].map((ask) => ({
      name: `the pay configuration with ${pairs}, ${ask.name}`,
      app: { pay: PAY },
      steps: [ask('ini', pairs, { code: 200, payload: { ...FRESH, pay: PAY }, order: [...NAMES, 'pay'] })],
    })),
  ),
  {
    name: 'a fresh application takes no payments',
    steps: [
      get('ini', 'pay=1', {
        code: 200,
        fields: { pay: { state: 'n', url: '', appid: '', appkey: '', ali: 'n', wx: 'n', qq: 'n' } },
      }),
    ],
  },
  {
    name: 'api_total counts the earlier calls that passed the guards, whatever their answers were',
    steps: [
      get('ini', '', { code: 200, fields: { api_total: 0 } }),
      get('kmlogon', 'kami=K', { code: 104 }),
      get('kmlogon', 'kami=K&sign=x', { code: 106 }),
      get('nosuch', '', { code: 400 }),
      get('kmlogon', signed('t={{t}}'), { code: 148 }),
      get('notice', '', { code: 200 }),
      get('ini', '', { code: 200, fields: { api_total: 3 } }),
    ],
    after: { app: { api_total: 4 } },
  },
  {
    name: 'other parameters are ignored, and no signature is needed',
    steps: [get('ini', 'time={{t}}&check=abc&sign=wrong&t=1&data=zz', { code: 200, payload: FRESH })],
  },
  {
    name: 'value is in the check',
    steps: [post('ini', 'value=v%26+%2B%E4%B8%AD', { code: 200, value: 'v& +中' })],
  },
  {
    name: 'the app may be in the body',
    app: OPEN,
    steps: [{ query: 'api=ini', body: 'app={{app}}', expect: { code: 200 } }],
  },
]
