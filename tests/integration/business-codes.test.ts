import { afterAll, beforeAll, expect, it } from 'vitest'
import { CODE } from '../../src-server/contract/error-codes.ts'
import type { Pair } from '../simulator/wire/signature.ts'
import { TestServer } from '../support/test-server.ts'
import { changeDatabase } from './operators.ts'
import { call, form, type Keys, makeKeys, signed } from './wire-call.ts'

/**
 * Every business code the runtime can answer today, each by one call. A code that comes with a new endpoint fails
 * this test until a call here produces it.
 */

/** Belong to endpoints that aren't built yet, or to a server that stops or fails. */
const NOT_TODAY: readonly (keyof typeof CODE)[] = [
  'loginClosed',
  // Answered by the console.
  'kamiTypeWrong',
  'kamiRecharged',
  'alreadyPermanent',
  'internal',
  'stopping',
]

let server: TestServer
let open: Keys & { kami: string }
let strict: Keys & { kami: string }
let closed: Keys
let secret: Keys
let checked: Keys

beforeAll(async () => {
  server = await TestServer.start()
  const plain = { sign: false, window: 0 }
  open = await makeKeys(server, { ...plain, mt5: { enabled: true } })
  strict = await makeKeys(server)
  closed = await makeKeys(server, { state: 'n' })
  secret = await makeKeys(server, { encrypt: true, mi_type: 3 })
  checked = await makeKeys(server, { ...plain, ip_check: true })
  // What no action sets yet is read at the start.
  const states =
    "INSERT INTO api_states (api, state) VALUES ('notice', 'closed'), ('mt5pulse', 'maintenance')"
  changeDatabase(server, states)
  const grants =
    "INSERT INTO grants (app_id, api, granted, expires_at) VALUES (?, 'ini', 0, NULL), (?, 'mt5logon', 1, 1)"
  changeDatabase(server, grants, strict.app, strict.app)
  await server.act('account_create', { app: open.app, user: 'usera', password: 'secret-1', qq: '1' })
  await server.close()
  await server.open()
}, 60_000)
afterAll(() => server.end())

const ask = (keys: Keys, api: string, pairs: readonly Pair[] = []) =>
  call(server, keys, `api=${api}&app=${keys.app}`, form(pairs))
const now = () => String(server.clock.now())
const logIn = (kami: string, markcode = 'PC', keys: Keys = open) =>
  ask(keys, 'kmlogon', [
    ['kami', kami],
    ['markcode', markcode],
  ])
const device = (account_key: string, fields: object) =>
  server.act('device_create', { app: open.app, account_key, vip: 4_102_243_200, ...fields })

const register = (params: Record<string, string>, keys: Keys = open) =>
  ask(keys, 'userreg', Object.entries(params))
const logOn = (user: string, password = 'secret-1') =>
  ask(open, 'userlogon', [
    ['user', user],
    ['password', password],
  ])

const CALLS: Partial<Record<keyof typeof CODE, () => Promise<{ readonly code: number }>>> = {
  success: () => ask(open, 'ini'),
  failure: async () => {
    const kami = await server.code({ app: open.app, type: 'time', unit: 'second', amount: 1 })
    await logIn(kami)
    server.clock.pass(1)
    return logIn(kami)
  },
  appMissing: () => call(server, open, 'api=ini'),
  appUnknown: () => call(server, open, 'api=ini&app=99999'),
  appClosed: () => ask(closed, 'ini'),
  signEmpty: () => ask(strict, 'kmlogon'),
  dataExpired: () => ask(strict, 'kmlogon', signed(strict, [['t', '1']])),
  signWrong: () =>
    ask(strict, 'kmlogon', [
      ['sign', 'x'],
      ['t', now()],
    ]),
  dataEmpty: () => ask(secret, 'kmlogon'),
  timeMissing: () => ask(strict, 'kmlogon', signed(strict, [['kami', 'K']])),
  machineMissing: () => ask(open, 'kmlogon', [['kami', 'K']]),
  disabled: async () => {
    await device('1@A', { disabled: true })
    return ask(open, 'mt5logon', [['account_key', '1@A']])
  },
  methodWrong: async () => {
    const response = await fetch(`${server.running.publicUrl}/api.php?api=ini&app=${open.app}`, {
      method: 'PUT',
    })
    return (await response.json()) as { code: number }
  },
  kamiMissing: () => ask(open, 'kmlogon'),
  kamiUnknown: () => logIn('NOSUCH'),
  kamiUsed: async () => {
    await logIn(open.kami, 'PC-1')
    return logIn(open.kami, 'PC-2')
  },
  kamiDisabled: async () => {
    const kami = await server.code({ app: open.app, type: 'permanent' })
    changeDatabase(server, 'UPDATE codes SET disabled = 1 WHERE kami = ?', kami)
    return logIn(kami)
  },
  pointsLogin: async () => logIn(await server.code({ app: open.app, type: 'points', amount: 1 })),
  ipDiffers: async () => {
    const kami = await server.code({ app: checked.app, type: 'permanent' })
    changeDatabase(server, "UPDATE codes SET markcode = 'PC', ip = '203.0.113.9' WHERE kami = ?", kami)
    return logIn(kami, 'PC', checked)
  },
  nothingToUnbind: async () => {
    await server.act('code_import', { app: open.app, rows: [{ kami: 'BOUND', type: 'vip', markcode: 'PC' }] })
    return ask(open, 'kmunmachine', [
      ['kami', 'BOUND'],
      ['markcode', 'PC'],
    ])
  },
  accountMissing: () => register({}),
  accountInvalid: () => register({ user: 'x' }),
  passwordMissing: () => register({ user: 'usera' }),
  passwordInvalid: () => register({ user: 'usera', password: 'x' }),
  qqMissing: () => register({ user: 'usera', password: 'secret-1' }),
  qqTaken: () => register({ user: 'userb', password: 'secret-1', qq: '1' }),
  accountExists: () => register({ user: 'usera', password: 'secret-1', qq: '2' }),
  registrationTooFrequent: async () => {
    await register({ user: 'userc', password: 'secret-1', qq: '3' })
    return register({ user: 'userd', password: 'secret-1', qq: '4' })
  },
  inviterUnknown: () => register({ user: 'userd', password: 'secret-1', qq: '4', inv: '404' }, checked),
  accountUnknown: () => logOn('nobody'),
  credentialsWrong: () => logOn('usera', 'secret-2'),
  noSuchOperation: () => ask(open, 'nosuch'),
  wrongData: () => ask(secret, 'kmlogon', [['data', 'zz']]),
  mt5Off: () => ask(checked, 'mt5logon'),
  mt5NotFound: () => ask(open, 'mt5logon', [['account_key', '404@A']]),
  apiClosed: () => ask(open, 'notice'),
  apiMaintenance: () => ask(open, 'mt5pulse'),
  apiNotGranted: () => ask(strict, 'ini'),
  apiExpired: () => ask(strict, 'mt5logon'),
}

it('every code is either asked for here or known not to come today', () => {
  expect([...Object.keys(CALLS), ...NOT_TODAY].sort()).toEqual(Object.keys(CODE).sort())
})

it.each(Object.keys(CALLS) as (keyof typeof CODE)[])('%s', async (name) => {
  expect((await CALLS[name]!()).code).toBe(CODE[name])
})
