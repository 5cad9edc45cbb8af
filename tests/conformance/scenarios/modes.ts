import { FORM, get, post, sealed, signed } from '../support/requests.ts'
import { RSA_PRIVATE_KEY } from '../support/rsa-key.ts'
import type { Scenario, Settings } from '../support/scenario.ts'

/** The forms of `data` in each mode, and replies that are encrypted the same way. */

const KAMI = 'CARD-46'
const PAIRS = `kami=${KAMI}&markcode=PC&t={{t}}`
const GIVEN = {
  codes: [
    { kami: KAMI, type: 'permanent' as const },
    { kami: '卡密一', type: 'permanent' as const },
  ],
}
const GRANTED = { code: 200, fields: { kami: KAMI, vip: '4102243200' } }
const UNKNOWN = { code: 149, msg: '卡密不存在' }

type Mark = Parameters<typeof sealed>[0]
const MODES: { name: string; mark: Mark; app: Settings }[] = [
  { name: '1', mark: 'rc4gbk', app: { encrypt: true, mi_type: 1 } },
  { name: '2', mark: 'b64q', app: { encrypt: true, mi_type: 2 } },
  { name: '3', mark: 'rc4', app: { encrypt: true, mi_type: 3 } },
  { name: '4', mark: 'rsa', app: { encrypt: true, mi_type: 4, rsa_private_key: RSA_PRIVATE_KEY } },
  { name: '4 in hex', mark: 'rsahex', app: { encrypt: true, mi_type: 4, rsa_private_key: RSA_PRIVATE_KEY } },
  {
    name: '4 with OAEP',
    mark: 'oaep',
    app: { encrypt: true, mi_type: 4, rsa_private_key: RSA_PRIVATE_KEY, rsa_oaep: true },
  },
  { name: '10', mark: 'rc4', app: { encrypt: true, mi_type: 10 } },
]

const each: Scenario[] = MODES.flatMap(({ name, mark, app }): Scenario[] => {
  // mi_type 10 has its own parameter names, and a scenario file of its own.
  const granted = app.mi_type === 10 ? { code: 200 } : GRANTED
  return [
    {
      name: `mode ${name}: the sign inside, GET`,
      app,
      given: GIVEN,
      steps: [get('kmlogon', sealed(mark, signed(PAIRS)), granted)],
    },
    {
      name: `mode ${name}: the sign inside, POST`,
      app,
      given: GIVEN,
      steps: [post('kmlogon', sealed(mark, signed(PAIRS)), granted)],
    },
    {
      name: `mode ${name}: a leading &`,
      app,
      given: GIVEN,
      steps: [get('kmlogon', sealed(mark, `&${signed(PAIRS)}`), granted)],
    },
    {
      name: `mode ${name}: the sign outside`,
      app,
      given: GIVEN,
      steps: [get('kmlogon', `${sealed(mark, PAIRS)}&sign={{sign:${PAIRS}&{{appkey}}}}`, granted)],
    },
    {
      name: `mode ${name}: value inside`,
      app,
      given: GIVEN,
      steps: [get('kmlogon', sealed(mark, `${signed(PAIRS)}&value=in`), { ...granted, value: 'in' })],
    },
    {
      name: `mode ${name}: value outside wins`,
      app,
      given: GIVEN,
      steps: [
        get('kmlogon', `value=out&${sealed(mark, `${signed(PAIRS)}&value=in`)}`, {
          ...granted,
          value: 'out',
        }),
      ],
    },
    {
      name: `mode ${name}: an unknown code`,
      app,
      steps: [
        get(
          'kmlogon',
          sealed(mark, signed('kami=NONE&markcode=PC&t={{t}}')),
          app.mi_type === 10 ? { code: 149 } : UNKNOWN,
        ),
      ],
    },
    {
      name: `mode ${name}: guards in their order`,
      app,
      steps: [
        get('kmlogon', PAIRS, { code: 107 }),
        get('kmlogon', 'data=', { code: 107 }),
        get('kmlogon', sealed(mark, PAIRS), { code: 104 }),
        get('kmlogon', sealed(mark, `${PAIRS}&sign=x`), { code: 106 }),
        get('kmlogon', sealed(mark, signed('kami=NONE&markcode=PC')), { code: 108 }),
        get('kmlogon', sealed(mark, signed('kami=NONE&markcode=PC&t={{t-20}}')), { code: 105 }),
        get('kmlogon', sealed(mark, signed('t={{t}}')), { code: 148 }),
      ],
    },
    {
      name: `mode ${name}: whitelisted requests are plain, their replies are not`,
      app,
      steps: [
        get('ini', '', { code: 200 }),
        post('notice', '', { code: 200 }),
        get('nosuch', '', { code: 400 }),
      ],
    },
    {
      name: `mode ${name}: MT5 replies are plain`,
      app: { ...app, mt5: { enabled: true } },
      steps: [
        get('mt5logon', 'account_key=1%40A', { code: 404 }),
        get('mt5pulse', 'account_key=1%40A', { code: 404 }),
      ],
    },
    {
      name: `mode ${name}: the master switch off`,
      app: { ...app, encrypt: false },
      given: GIVEN,
      steps: [
        get('kmlogon', signed(PAIRS), GRANTED),
        get('kmlogon', signed(sealed(mark, PAIRS)).replaceAll('{{rsa:', '{{rsahex:'), {
          code: mark === 'b64q' || mark === 'rsa' || mark === 'rsahex' || mark === 'oaep' ? 106 : 108,
        }),
      ],
    },
  ]
}).filter(({ name }) => !/^mode 4.*switch off/.test(name))

const RC4 = MODES[2]!.app
const rc4: Scenario[] = [
  { name: 'upper-case hex is read', steps: [get('kmlogon', sealed('RC4', signed(PAIRS)), GRANTED)] },
  {
    name: 'a line break after the hex is ignored',
    steps: [post('kmlogon', `${sealed('rc4', signed(PAIRS))}\r\n`, GRANTED)],
  },
  {
    name: 'a body that starts with &data= is read',
    steps: [post('kmlogon', `&${sealed('rc4', signed(PAIRS))}`, GRANTED)],
  },
  {
    name: 'a body without a Content-Type is read',
    steps: [{ ...post('kmlogon', sealed('rc4', signed(PAIRS)), GRANTED), headers: {} }],
  },
  {
    name: 'app in the body is read',
    steps: [
      {
        query: 'api=kmlogon',
        body: `app={{app}}&${sealed('rc4', signed(PAIRS))}`,
        headers: FORM,
        expect: GRANTED,
      },
    ],
  },
  {
    name: 'a time in milliseconds is read',
    steps: [get('kmlogon', sealed('rc4', signed(`kami=${KAMI}&markcode=PC&t={{tms}}`)), GRANTED)],
  },
  {
    name: 'nothing inside is URL-decoded',
    steps: [get('kmlogon', sealed('rc4', signed('kami=CARD%2D46&markcode=PC&t={{t}}')), { code: 149 })],
  },
  {
    name: 'a value is split at its first =',
    steps: [get('kmlogon', sealed('rc4', signed('kami=a=b&markcode=PC&t={{t}}')), { code: 149 })],
  },
  {
    name: 'the last of a repeated name counts',
    steps: [
      get(
        'kmlogon',
        sealed('rc4', `kami=X&markcode=PC&t={{t}}&kami=${KAMI}&sign={{sign:${PAIRS}&{{appkey}}}}`),
        GRANTED,
      ),
    ],
  },
  {
    name: 'Chinese in UTF-8 is read',
    steps: [
      get('kmlogon', sealed('rc4', signed('kami=卡密一&markcode=电脑&t={{t}}')), {
        code: 200,
        fields: { kami: '卡密一' },
      }),
    ],
  },
  {
    name: 'an unsigned pair inside is refused',
    steps: [get('kmlogon', sealed('rc4', `${signed(PAIRS)}&v=1`), { code: 106 })],
  },
  {
    name: 'the wrong sign inside is used before the right one outside',
    steps: [
      get('kmlogon', `${sealed('rc4', `${PAIRS}&sign=x`)}&sign={{sign:${PAIRS}&{{appkey}}}}`, { code: 106 }),
    ],
  },
  {
    name: 'undecodable data is refused',
    steps: ['zzzz', 'abc', '%00'].map((data) =>
      get('kmlogon', `data=${data}`, { code: data === '%00' ? 107 : 401 }),
    ),
  },
  {
    name: 'urldecode on: values inside are decoded',
    app: { ...RC4, data_urldecode: true },
    steps: [
      get(
        'kmlogon',
        sealed(
          'rc4',
          `kami=CARD%2D46&markcode=P+C&t={{t}}&sign={{sign:kami=${KAMI}&markcode=P C&t={{t}}&{{appkey}}}}`,
        ),
        GRANTED,
      ),
    ],
  },
  {
    name: 'unsigned data is read with the signature off',
    app: { ...RC4, sign: false },
    steps: [
      get('kmlogon', sealed('rc4', PAIRS), GRANTED),
      get('kmlogon', sealed('rc4', `kami=${KAMI}&markcode=PC`), { code: 108 }),
      get('kmlogon', 'data=zzzz', { code: 401 }),
    ],
  },
].map((one) => ({ app: RC4, given: GIVEN, ...one }))

const gbk: Scenario[] = [
  {
    name: 'a Chinese code and machine in GBK are signed over the GBK bytes',
    steps: [
      get(
        'kmlogon',
        sealed(
          'rc4gbk',
          'kami=卡密一&markcode=电脑&t={{t}}&sign={{signgbk:kami=卡密一&markcode=电脑&t={{t}}&{{appkey}}}}',
        ),
        { code: 200, fields: { kami: '卡密一' } },
      ),
    ],
  },
  {
    name: 'a GBK text may be signed over its UTF-8',
    steps: [
      get('kmlogon', sealed('rc4gbk', signed('kami=卡密一&markcode=电脑&t={{t}}')), {
        code: 200,
        fields: { kami: '卡密一' },
      }),
    ],
  },
].map((one) => ({ app: { encrypt: true, mi_type: 1 as const }, given: GIVEN, ...one }))

const PLUS = 'zz=~>~>~>&'
const base64: Scenario[] = [
  {
    name: 'raw base64 in the URL gets its lost + back',
    steps: [get('kmlogon', sealed('b64', signed(PLUS + PAIRS)), GRANTED)],
  },
  {
    name: 'percent-encoded base64 is read',
    steps: [get('kmlogon', sealed('b64q', signed(PLUS + PAIRS)), GRANTED)],
  },
  {
    name: 'url-safe base64 without padding is read',
    steps: [get('kmlogon', sealed('b64u', signed(PLUS + PAIRS)), GRANTED)],
  },
  { name: 'invalid base64 is refused', steps: [get('kmlogon', 'data=%21%21%21%21', { code: 401 })] },
].map((one) => ({ app: { encrypt: true, mi_type: 2 as const }, given: GIVEN, ...one }))

const RSA = MODES[3]!.app
const rsa: Scenario[] = [
  // A block of the right size with wrong padding is left out: OpenSSL makes random text of it, which is
  // sometimes readable.
  ...['00', 'QUJD', 'A'.repeat(172), 'ff'.repeat(128), '%21'].map((data) => ({
    name: `RSA: ${data.slice(0, 8)} (${data.length}) is undecodable like all else`,
    app: RSA,
    steps: [get('kmlogon', `data=${data}`, { code: 401, msg: '错误的数据' })],
  })),
  {
    name: 'RSA text of several blocks is read',
    app: RSA,
    given: GIVEN,
    steps: [get('kmlogon', sealed('rsa', signed(`${PAIRS}&x=${'x'.repeat(250)}`)), GRANTED)],
  },
  {
    name: 'PKCS#1 is refused where OAEP is required',
    app: { ...RSA, rsa_oaep: true },
    steps: [get('kmlogon', sealed('rsa', signed(PAIRS)), { code: 401 })],
  },
]

export const modes: readonly Scenario[] = [...each, ...rc4, ...gbk, ...base64, ...rsa]
