import { RUNTIME_APIS } from '../../src-server/domain/application/capability.ts'
import type { Application } from '../../src-server/domain/application/application.ts'
import type { RawCall } from '../../src-server/runtime/call.ts'
import { OWNER_PASSWORD } from '../support/test-server.ts'
import { sealRsa } from '../conformance/support/rsa-key.ts'
import { gbk, md5, rc4 } from '../conformance/support/wire-crypto.ts'
import type { Random } from '../simulator/random.ts'
import { ACCOUNTS, APPKEY, BIND_SECRET, KAMIS, MACHINES, OLD, RC4_KEY } from './preview-scene.ts'
import { DEVELOPER, SHUT_OUT, USER_PASSWORD } from './preview-world.ts'

type Pair = readonly [string, string]
type Choices = readonly [string, ...string[]]

/** Lengths around the limits. */
const LONG: Choices = ['x'.repeat(64), 'x'.repeat(65), 'x'.repeat(256), 'x'.repeat(257), '', '0', ' ']
const either =
  (...usual: string[]) =>
  (random: Random) =>
    random.chance(0.85) ? usual[random.below(usual.length)]! : random.pick(LONG)

const kami = either(...KAMIS, 'NOBODYS', ' TIME ', 'time')
const markcode = either(...MACHINES, 'PC', 'PC')
const accountKey = either(
  ...ACCOUNTS,
  '7001@Demo',
  '7001@Demo',
  '7002@Demo',
  '7002@Demo',
  `7001@${'s'.repeat(64)}`,
  `7001@${'s'.repeat(65)}`,
  'no account',
  '0@Demo',
)
const user = either(
  'known_user',
  'locked_user',
  'disabled_user',
  'nobody',
  'new_user',
  'no name',
  'u',
  'u'.repeat(40),
)
/** Some of the test's applications, and none. */
const appid = (random: Random) =>
  random.chance(0.8) ? String(10_001 + random.below(12)) : random.pick(['abc', '', '99999'])
const person = either('owner', DEVELOPER.name, SHUT_OUT.name, 'nobody')

/** The parameters that each API reads, and their generators. */
const READS: Readonly<Record<string, Readonly<Record<string, (random: Random) => string>>>> = {
  ini: { pay: either('1') },
  notice: {},
  getfile: { id: either('1', '2', '3', '4', 'abc') },
  getrc4: { appid },
  automaticsample: {
    type: either('mql', 'mql5', 'lua', 'php', 'nosuch'),
    base: either('http://127.0.0.1:1', 'ftp://x'),
  },
  sig: {},
  ygg: {},
  yyzkmdenglu: {},
  kmlogon: { kami, markcode },
  kmunmachine: { kami, markcode },
  userreg: {
    user: (random) => (random.chance(0.4) ? `user_${random.below(1e6)}` : user(random)),
    password: either(USER_PASSWORD, 'Abc.1234', 'short', 'no'),
    qq: (random) =>
      random.chance(0.5)
        ? String(random.below(1e9))
        : either('known_user', 'q'.repeat(32), 'q'.repeat(33))(random),
    name: either('Ann', 'n'.repeat(64), 'n'.repeat(65)),
    inv: either('1', '2', '999', 'abc'),
  },
  userlogon: { user, password: either(USER_PASSWORD, USER_PASSWORD, 'Wrong.1') },
  logongetapp: {
    user: person,
    pass: either(OWNER_PASSWORD, DEVELOPER.password, DEVELOPER.password, 'wrong'),
  },
  openrc42: {
    user: person,
    pass: either(OWNER_PASSWORD, DEVELOPER.password, DEVELOPER.password, 'wrong'),
    appid,
  },
  violationsinfo: { msg: either('somebody looks', ' ') },
  mt5logon: { account_key: accountKey },
  mt5login: { mt5_login: either('7001', '7002', '0'), mt5_server: either('Demo', 's'.repeat(65)) },
  mt5pulse: {
    account_key: accountKey,
    equity: either('100', '1e20', 'nan'),
    positions: either('0', '1'),
    dd: either('5', '99'),
  },
  mt5notify: {
    account_key: accountKey,
    text: (random) => (random.chance(0.1) ? 't'.repeat(4001) : either('hello', 'ciao', '  ')(random)),
    event: either('e'.repeat(32), 'e'.repeat(33)),
  },
  mt5messenger_bind: {
    action: either('config', 'request', 'request', 'status', 'confirm', 'confirm', 'inf'),
    account_key: accountKey,
    secret: either(BIND_SECRET, BIND_SECRET, BIND_SECRET, 'a guess'),
    open_id: either('ou_7001', 'ou_new', 'nobody', `ou_${'x'.repeat(125)}`, `ou_${'x'.repeat(126)}`),
  },
}
const KNOWN = Object.keys(READS)
/** Calls of these APIs are never encrypted. */
const PLAIN = new Set([
  ...['ini', 'notice', 'getfile', 'getrc4', 'sig', 'ygg', 'yyzkmdenglu'],
  ...['mt5logon', 'mt5login', 'mt5pulse', 'mt5notify', 'mt5messenger_bind'],
])
/** APIs with many refusals are called more often. */
const CALLED = [
  ...KNOWN,
  ...['userreg', 'userlogon', 'openrc42', 'mt5logon', 'mt5pulse', 'mt5notify', 'mt5messenger_bind'].flatMap(
    (api) => [api, api],
  ),
  ...['kmlogon', 'kmunmachine'].flatMap((api) => Array.from({ length: 6 }, () => api)),
]

/**
 * A call of this application that its client or another caller may make. @param bindCodes codes given out so
 * far
 */
export function drawCall(
  settings: Application,
  now: number,
  random: Random,
  bindCodes: readonly string[],
): RawCall {
  const api = random.chance(0.97)
    ? CALLED[random.below(CALLED.length)]!
    : random.pick(['nosuch', '', 'KMLOGON'])
  const given: Pair[] = Object.entries(READS[api] ?? {})
    .filter(() => random.chance(0.96))
    .map(([name, draw]) => [name, draw(random)])
  if (api === 'mt5messenger_bind')
    given.push(['bind_code', bindCodes[random.below(bindCodes.length)] ?? 'AAAAAAAA'])
  if (random.chance(0.95)) given.push(['t', String(now + (random.chance(0.9) ? 0 : random.below(40) - 20))])
  if (random.chance(0.3)) given.reverse()
  const inner = signed(settings, given, random)
  const isSealed = settings.encrypt && settings.miType !== 0 && random.chance(PLAIN.has(api) ? 0.1 : 1)
  const body = isSealed && random.chance(0.95) ? [['data', seal(settings, inner, random)] as const] : inner
  const app = random.chance(0.99) ? String(settings.id) : random.pick(['', '0', '99999', 'abc'])
  const head: Pair[] = [
    ['api', api],
    ['app', app],
  ]
  if (random.chance(0.02)) head.push(['other', random.pick(['index', 'main', 'else'])])
  const isGet = random.chance(0.4) && form(body).length < 7000
  const method = random.chance(0.02) ? 'PUT' : isGet ? 'GET' : 'POST'
  return {
    method,
    query: form(isGet ? [...head, ...body] : head),
    body: Buffer.from(isGet ? '' : form(body)),
    ip: '127.0.0.1',
  }
}

/** The call as a person pastes it. */
export function paste({ method, query, body }: RawCall): string {
  return `${method} /api.php?${query} HTTP/1.1\r\nHost: licence.example\r\n\r\n${Buffer.from(body).toString()}`
}

export function apiOf({ query }: RawCall): string {
  return new URLSearchParams(query).get('api') ?? ''
}

const form = (pairs: readonly Pair[]) =>
  pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')

function signed(settings: Application, given: readonly Pair[], random: Random): readonly Pair[] {
  if (random.chance(0.05)) return given
  const isOld = random.chance(0.15)
  const order = settings.signOrder === 'sorted' || (settings.signOrder === 'either' && random.chance(0.5))
  const pairs = order ? given.toSorted(([a], [b]) => (a < b ? -1 : 1)) : given
  const text = pairs.map(([name, value]) => `${name}=${value}&`).join('') + (isOld ? OLD.appkey : APPKEY)
  const sign = random.chance(0.95)
    ? md5(settings.encrypt && settings.miType === 1 ? gbk(text) : text)
    : 'f'.repeat(32)
  return [...given, ['sign', sign]]
}

function seal(
  { miType, rsaOaep, dataUrldecode }: Application,
  pairs: readonly Pair[],
  random: Random,
): string {
  const text = dataUrldecode ? form(pairs) : pairs.map(([name, value]) => `${name}=${value}`).join('&')
  const key = Buffer.from(random.chance(0.15) ? OLD.rc4Key : RC4_KEY)
  switch (miType) {
    case 2:
      return Buffer.from(text).toString('base64')
    case 4:
      return sealRsa(text, rsaOaep ? 'oaep' : 'pkcs1').toString('base64')
    default:
      return rc4(key, Buffer.from(text)).toString('hex')
  }
}

/** Every API is called. */
export const UNCALLED = RUNTIME_APIS.filter((api) => !KNOWN.includes(api))
