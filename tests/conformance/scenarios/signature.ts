import { FORM, get, later, OPEN, post, sealed, signed } from '../support/requests.ts'
import type { Scenario, Settings, Step } from '../support/scenario.ts'

/**
 * Signature, time, value, and the replay rule. The code doesn't exist, so 149 shows that all guards passed.
 */

const PAIRS = 'kami=NONE&markcode=PC&t={{t}}'
const PASSED = 149
const sign = (text: string) => `{{sign:${text}&{{appkey}}}}`
const story = (name: string, steps: readonly Step[], app: Settings = {}): Scenario => ({ name, app, steps })
const lines = (entries: readonly (readonly [string, string, number])[], app: Settings = {}): Scenario[] =>
  entries.map(([name, pairs, code]) => story(name, [get('kmlogon', pairs, { code })], app))

const accepted = lines([
  ['as received', signed(PAIRS), PASSED],
  ['in upper case', `${PAIRS}&sign={{SIGN:${PAIRS}&{{appkey}}}}`, PASSED],
  ['with blanks around it', `${PAIRS}&sign=%20${sign(PAIRS)}%20`, PASSED],
  ['before the pairs', `sign=${sign(PAIRS)}&${PAIRS}`, PASSED],
  ['between the pairs', `kami=NONE&sign=${sign(PAIRS)}&markcode=PC&t={{t}}`, PASSED],
  ['other pairs are signed', signed(`${PAIRS}&v=1&empty=`), PASSED],
  ['an unsigned other pair', `${signed(PAIRS)}&v=1`, 106],
  ['a pair changed', signed(PAIRS).replace('PC', 'PD'), 106],
  ['one digit short', `${PAIRS}&sign=${'0'.repeat(31)}`, 106],
  ['one digit long', `${signed(PAIRS)}0`, 106],
  ['empty', `${PAIRS}&sign=`, 104],
  ['missing', PAIRS, 104],
  ['wrong and no time', 'kami=NONE&sign=x', 106],
  [
    'a name twice counts once, with the last value in the first place',
    `kami=X&markcode=PC&t={{t}}&kami=NONE&sign=${sign(PAIRS)}`,
    PASSED,
  ],
])

const excluded = ['app=1', 'api=x', 'value=v', 'PHPSESSID=x', 'sec_defend=x', 'sidenav-state=x'].map((pair) =>
  story(`${pair} isn’t signed`, [
    // In the body, where app and api have no effect.
    {
      ...post('kmlogon', `${pair}&${signed(PAIRS)}`, {
        code: PASSED,
        value: pair.startsWith('value') ? 'v' : '',
      }),
    },
  ]),
)

const decoded: Scenario[] = (
  [
    ['a blank', 'a b', 'a%20b'],
    ['a blank as +', 'a b', 'a+b'],
    ['a plus', 'a+b', 'a%2Bb'],
    ['an ampersand', 'a&b', 'a%26b'],
    ['an equals sign', 'a=b', 'a=b'],
    ['Chinese', '中文', '%E4%B8%AD%E6%96%87'],
    ['a percent sign that escapes nothing', '100%', '100%'],
    ['a percent sign before no hex', '%zz', '%zz'],
    ['lower hex digits', 'ä', '%c3%a4'],
  ] as const
).flatMap(([name, value, spelled]) =>
  [get, post].map((ask) =>
    story(`the decoded value is signed: ${name}, ${ask.name}`, [
      ask(
        'kmlogon',
        `kami=${spelled}&markcode=PC&t={{t}}&sign=${sign(`kami=${value}&markcode=PC&t={{t}}`)}`,
        { code: PASSED },
      ),
    ]),
  ),
)

const BACKWARDS = 't={{t}}&markcode=PC&kami=NONE'
const orders: Scenario[] = (['received', 'sorted', 'either'] as const).flatMap((sign_order) =>
  (['received', 'sorted'] as const).map((sent) =>
    story(
      `sign_order ${sign_order}, signed as ${sent}`,
      [
        get('kmlogon', `${BACKWARDS}&sign=${sign(sent === 'received' ? BACKWARDS : PAIRS)}`, {
          code: sign_order === 'either' || sign_order === sent ? PASSED : 106,
        }),
      ],
      { sign_order },
    ),
  ),
)

const places: Scenario[] = [
  story('the query’s pairs come first, then the body’s', [
    {
      query: 'api=kmlogon&app={{app}}&t={{t}}',
      body: `kami=NONE&markcode=PC&sign=${sign('t={{t}}&kami=NONE&markcode=PC')}`,
      headers: FORM,
      expect: { code: PASSED },
    },
  ]),
  story('a name in both has the query’s place and the body’s value', [
    {
      query: 'api=kmlogon&app={{app}}&kami=X&t={{t}}',
      body: `markcode=PC&kami=NONE&sign=${sign('kami=NONE&t={{t}}&markcode=PC')}`,
      headers: FORM,
      expect: { code: PASSED },
    },
  ]),
  story('cookies are not parameters', [
    {
      ...get('kmlogon', signed(PAIRS), { code: PASSED }),
      headers: { Cookie: 'foo=bar; kami=OTHER; PHPSESSID=1' },
    },
  ]),
]

const BODIES: [string, string, Record<string, string>][] = [
  ['a form', signed(PAIRS), FORM],
  [
    'a form with a charset',
    signed(PAIRS),
    { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' },
  ],
  ['no Content-Type', signed(PAIRS), {}],
  ['a form that says it is JSON', signed(PAIRS), { 'Content-Type': 'application/json' }],
  ['a form that says it is text', signed(PAIRS), { 'Content-Type': 'text/plain' }],
  ['a leading &', `&${signed(PAIRS)}`, FORM],
  ['a NUL at the end', `${signed(PAIRS)}\0`, FORM],
  ['a NUL and rubbish', `${signed(PAIRS)}\0&x=1`, FORM],
  [
    'JSON',
    `{"kami":"NONE","markcode":"PC","t":{{t}},"sign":"${sign(PAIRS)}"}`,
    { 'Content-Type': 'application/json' },
  ],
  [
    'JSON that says it is a form',
    `{"kami":"NONE","markcode":"PC","t":"{{t}}","sign":"${sign(PAIRS)}"}`,
    FORM,
  ],
]
const bodies: Scenario[] = [
  ...BODIES.map(([name, body, headers]) =>
    story(`a body: ${name}`, [{ query: 'api=kmlogon&app={{app}}', body, headers, expect: { code: PASSED } }]),
  ),
  story('a body of a GET is read', [{ ...post('kmlogon', signed(PAIRS), { code: PASSED }), method: 'GET' }]),
  story('a body that is neither form nor JSON is ignored', [
    { query: 'api=kmlogon&app={{app}}', body: '{"kami":', headers: {}, expect: { code: 104 } },
    { query: 'api=kmlogon&app={{app}}', body: '[1,2]', headers: {}, expect: { code: 104 } },
  ]),
]

const withTime = (t: string) => signed(`kami=NONE&markcode=PC&t=${t}`)
const times = [
  ...lines([
    ['now', withTime('{{t}}'), PASSED],
    ['late by the window', withTime('{{t-8}}'), PASSED],
    ['later', withTime('{{t-12}}'), 105],
    ['ahead by 14 h', withTime('{{t+50400}}'), PASSED],
    ['ahead by more', withTime('{{t+50410}}'), 105],
    ['milliseconds', withTime('{{tms}}'), PASSED],
    ['late milliseconds', withTime('{{tms-12}}'), 105],
    ['decimals', withTime('{{t}}.5'), PASSED],
    ['blanks', withTime('%20{{t}}%20').replace('t=%20{{t}}%20&{{app', 't= {{t}} &{{app'), PASSED],
    ['no time', signed('kami=NONE&markcode=PC'), 108],
    ['an empty time', withTime(''), 105],
    ['text', withTime('now'), 105],
    ['negative', withTime('-1'), 105],
    ['NaN', withTime('NaN'), 105],
    ['nothing right but the signature', withTime('1'), 105],
  ]),
  ...lines(
    [
      ['window 0: no time', signed('kami=NONE&markcode=PC'), PASSED],
      ['window 0: an old time', withTime('1'), PASSED],
    ],
    { window: 0 },
  ),
  ...lines(
    [
      ['a window of a minute', withTime('{{t-58}}'), PASSED],
      ['past it', withTime('{{t-63}}'), 105],
    ],
    { window: 60 },
  ),
  ...lines(
    [
      ['unsigned: the time is judged', 'kami=NONE&markcode=PC&t={{t}}', PASSED],
      ['unsigned: no time', 'kami=NONE&markcode=PC', 108],
      ['unsigned: an old one', 'kami=NONE&markcode=PC&t={{t-12}}', 105],
      ['unsigned: further ahead than any zone', 'kami=NONE&markcode=PC&t={{t+50410}}', 105],
      ['unsigned: a signature isn’t looked at', `${PAIRS}&sign=x`, PASSED],
    ],
    { sign: false },
  ),
  ...lines([['unsigned, window 0: no time', 'kami=NONE&markcode=PC', PASSED]], OPEN),
]

const VALUES: [string, string, string][] = [
  ['plain', 'r4nd0m', 'r4nd0m'],
  ['none', '', ''],
  ['0, which is none', '0', ''],
  ['00', '00', '00'],
  ['blanks', 'a%20b+c', 'a b c'],
  ['a comma', '1,5', '1,5'],
  ['an ampersand', 'a%26b', 'a&b'],
  ['quotes', 'a%22b%27', 'a"b\''],
  ['a word the original takes out', 'xscripty', 'xscripty'],
  ['Chinese', '%E4%B8%AD%E6%96%87', '中文'],
  ['a tag', '%3Cb%3Ex', '<b>x'],
  ['scientific', '1.7E12', '1.7E12'],
  ['long', 'A'.repeat(300), 'A'.repeat(300)],
  ['a plus', 'a%2Bb', 'a+b'],
  ['base64', 'Zm9v%3D', 'Zm9v='],
]
const values: Scenario[] = [
  ...VALUES.map(([name, sent, value]) =>
    story(`value, byte for byte: ${name}`, [
      get('kmlogon', `${signed(PAIRS)}&value=${sent}`, { code: PASSED, value }),
    ]),
  ),
  story(
    'the body’s value comes before the query’s',
    [{ ...post('kmlogon', 'value=b', { code: 148, value: 'b' }), query: 'api=kmlogon&app={{app}}&value=u' }],
    OPEN,
  ),
  story(
    'the query’s value comes before the one inside',
    [
      get('kmlogon', `value=u&${sealed('rc4', 'kami=NONE&value=i')}`, { code: 112, value: 'u' }),
      get('kmlogon', sealed('rc4', 'kami=NONE&value=i'), { code: 112, value: 'i' }),
      get('kmlogon', `value=0&${sealed('rc4', 'kami=NONE&value=i')}`, { code: 112, value: 'i' }),
      get('kmlogon', `value=&${sealed('rc4', 'kami=NONE&value=i')}`, { code: 112, value: 'i' }),
      {
        ...post('kmlogon', `value=0&${sealed('rc4', 'kami=NONE&value=i')}`, { code: 112, value: 'u' }),
        query: 'api=kmlogon&app={{app}}&value=u',
      },
    ],
    { ...OPEN, encrypt: true, mi_type: 3 },
  ),
  story('value is in the check of refusals', [
    get('kmlogon', 'value=v', { code: 104, value: 'v' }),
    get('nosuch', 'value=v', { code: 400, value: 'v' }),
  ]),
]

const COUNT = { codes: [{ kami: 'N', type: 'count' as const, amount: 2 }] }
const LOGIN = signed('kami=N&markcode=PC&t={{t}}')
const replays: Scenario[] = [
  {
    name: 'a repeated signature gets the stored answer and takes no second use',
    given: COUNT,
    steps: [
      get('kmlogon', LOGIN, { code: 200 }),
      get('kmlogon', LOGIN, { code: 200 }),
      get('kmlogon', `${LOGIN}&value=w`, { code: 200, value: 'w' }),
    ],
    after: { codes: { N: { left: 1 } } },
  },
  {
    name: 'a repeated signature for another API gets 106',
    given: COUNT,
    steps: [get('kmlogon', LOGIN, { code: 200 }), get('kmunmachine', LOGIN, { code: 106 })],
    after: { codes: { N: { left: 1, unbinds: 0 } } },
  },
  {
    name: 'an upper-case signature is the same one',
    given: COUNT,
    steps: [
      get('kmlogon', LOGIN, { code: 200 }),
      get('kmlogon', 'kami=N&markcode=PC&t={{t}}&sign={{SIGN:kami=N&markcode=PC&t={{t}}&{{appkey}}}}', {
        code: 200,
      }),
    ],
    after: { codes: { N: { left: 1 } } },
  },
  {
    name: 'another second is another signature',
    given: COUNT,
    steps: [get('kmlogon', LOGIN, { code: 200 }), later(1, get('kmlogon', LOGIN, { code: 200 }))],
    after: { codes: { N: { left: 0 } } },
  },
  {
    name: 'a signature from a fast clock stays known until its own time is out of the window',
    given: COUNT,
    steps: [
      get('kmlogon', 'kami=N&markcode=PC&t=1999999999&sign=x', { code: 106 }),
      get('kmlogon', signed('kami=N&markcode=PC&t={{t+3600}}'), { code: 200, note: { kept: 'kami' } }),
      later(60, get('kmlogon', signed('kami=N&markcode=PC&t={{t+3540}}'), { code: 200 })),
    ],
    after: { codes: { N: { left: 1 } } },
  },
  {
    name: 'window 0 accepts a signature for ever, and each login counts',
    app: { window: 0 },
    given: COUNT,
    steps: [
      get('kmlogon', signed('kami=N&markcode=PC'), { code: 200 }),
      get('kmlogon', signed('kami=N&markcode=PC'), { code: 200 }),
      get('kmlogon', signed('kami=N&markcode=PC'), { code: 201 }),
    ],
    after: { codes: { N: { left: 0 } } },
  },
]

export const signature: readonly Scenario[] = [
  ...accepted,
  ...excluded,
  ...decoded,
  ...orders,
  ...places,
  ...bodies,
  ...times,
  ...values,
  ...replays,
]
