import { get, post } from '../support/requests.ts'
import type { Scenario } from '../support/scenario.ts'

const TEXTS: [string, string, string][] = [
  ['nothing', '', ''],
  ['Chinese', '欢迎', '欢迎'],
  ['quotes, slashes, tags', '"q" \\ /path <b>x</b>', '"q" \\ /path <b>x</b>'],
  ['a line break', 'first\nsecond', 'first\nsecond'],
  ['<br>', '第一行<br>第二行', '第一行\n第二行'],
  ['a character beyond the first plane', '🔑 key', '🔑 key'],
]

export const notice: readonly Scenario[] = [
  ...TEXTS.flatMap(([name, app_gg, said]) =>
    [get, post].map((ask) => ({
      name: `${name}, ${ask.name}`,
      app: { app_gg },
      steps: [ask('notice', '', { code: 200, payload: { app_gg: said } })],
    })),
  ),
  ...['LxTrackApp/1.0', 'MetaTrader 5 Terminal/5.3333 (Windows NT 10.0; Win64; x64)', undefined].map(
    (agent) => ({
      name: `the user agent ${agent ?? 'none'}`,
      steps: [
        { ...get('notice', '', { code: 200 }), headers: agent === undefined ? {} : { 'User-Agent': agent } },
      ],
    }),
  ),
  {
    name: 'nothing is compressed, nothing is cached, no cookie',
    steps: [
      {
        ...get('notice', '', {
          code: 200,
          headers: { 'content-encoding': undefined, 'cache-control': 'no-store' },
        }),
        headers: { 'Accept-Encoding': 'gzip, deflate, br', Cookie: 'PHPSESSID=abc' },
      },
    ],
  },
]
