import { get, OPEN, post, sealed, signed } from '../support/requests.ts'
import { RSA_PRIVATE_KEY } from '../support/rsa-key.ts'
import type { Scenario, Settings } from '../support/scenario.ts'

const RC4: Settings = { encrypt: true, mi_type: 3, sign: false, window: 0 }
const TYPES = ['andlua1', 'andlua2', 'lua', 'c', 'python', 'javascript']
/** The first two need no key, and the others spell it as numbers. */
const KEYLESS = ['mql5', 'mql4', 'epl', '%E6%98%93%E8%AF%AD%E8%A8%80']
const zip = (...holds: string[]) => ({ raw: { type: /^application\/zip$/, zip: { holds } } })
const HOSTILE = 'x"]]*/\\\'{}%'

const calls: Scenario[] = [
  ...TYPES.map((type) => ({
    name: `${type}: contains number, key and version`,
    app: { ...OPEN, version: '4.2' },
    steps: [get('automaticsample', `type=${type}`, zip('{{app}}', '{{appkey}}', '4.2'))],
  })),
  ...KEYLESS.map((type) => ({
    name: `${type}: contains the number`,
    app: OPEN,
    steps: [get('automaticsample', `type=${type}`, zip('{{app}}'))],
  })),
  ...[...TYPES, ...KEYLESS].map((type) => ({
    name: `${type}: keys that look like code`,
    app: { ...OPEN, appkey: HOSTILE, rc4_key: HOSTILE, version: HOSTILE },
    steps: [get('automaticsample', `type=${type}`, zip('{{app}}'))],
  })),
  {
    name: 'the kit calls the given address',
    app: OPEN,
    steps: [
      get('automaticsample', 'type=python&base=https%3A%2F%2Flicence.example%3A8443', zip('licence.example')),
    ],
  },
  ...['', 'type=', 'type=pascal', 'type=../c', 'type=C'].map((pairs) => ({
    name: `no kit: ${pairs || 'no type'}`,
    app: OPEN,
    steps: [get('automaticsample', pairs, { code: 201, msg: '示例类型不存在' })],
  })),
  ...['javascript:x', 'http://a b/', 'ftp://a/', 'http://a/"'].map((base) => ({
    name: `no address: ${base}`,
    app: OPEN,
    steps: [get('automaticsample', `type=c&base={{q:${base}}}`, { code: 201 })],
  })),
  {
    name: 'an RC4-2 kit contains its key',
    app: RC4,
    steps: [get('automaticsample', sealed('rc4', 'type=lua'), zip('{{rc4_key}}'))],
  },
  {
    name: 'a mode that the kits lack is refused',
    app: { ...RC4, mi_type: 4, rsa_private_key: RSA_PRIVATE_KEY },
    steps: [
      get('automaticsample', sealed('rsa', 'type=lua'), { code: 201, msg: '示例不支持该加密方式' }),
      get('automaticsample', sealed('rsa', 'type=mql5'), zip('{{app}}')),
    ],
  },
  {
    name: 'a signed call gets a kit',
    steps: [get('automaticsample', signed('type=c&t={{t}}'), zip('{{app}}'))],
  },
  { name: 'POST is refused', app: OPEN, steps: [post('automaticsample', 'type=c', { code: 141 })] },
]

export const automaticsample: readonly Scenario[] = calls.map((one) => ({
  ...one,
  given: { capabilities: [{ api: 'automaticsample', on: true }] },
}))
