import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import type { ProtectionRecord } from '../../src-server/contract/records/protection.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { until } from '../support/until.ts'
import { call, form, makeKeys, sealed, signed, type Keys } from './wire-call.ts'

const HOUR = 3600
let server: TestServer
beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

const of = (app: number) => server.act('app_protection', { app })
const stateOf = ({ items }: ProtectionRecord, check: string) => {
  const item = items.find((one) => one.check === check)!
  return [item.grade, item.state]
}
const login = (keys: Keys, kami: string) =>
  signed(keys, [
    ['kami', kami],
    ['markcode', 'PC'],
    ['t', String(server.clock.now())],
  ])

describe('the grades of an application', () => {
  const graded = async (change: Omit<ActionInput<'app_update'>, 'app'>, check: string) => {
    const { app } = await makeKeys(server, change)
    return stateOf(await of(app), check)
  }

  it.each<[Omit<ActionInput<'app_update'>, 'app'>, string, string, string]>([
    [{}, 'signature', 'good', 'on'],
    [{ sign: false }, 'signature', 'weak', 'off'],
    [{ sign: false, encrypt: true, mi_type: 3 }, 'signature', 'fair', 'off_encrypted'],
    [{ sign: false, encrypt: true, mi_type: 2 }, 'signature', 'weak', 'off'],
    [{ window: 10 }, 'window', 'good', 'short'],
    [{ window: 301 }, 'window', 'fair', 'wide'],
    [{ window: 0 }, 'window', 'weak', 'off'],
    [{}, 'encryption', 'weak', 'none'],
    [{ encrypt: true, mi_type: 2 }, 'encryption', 'weak', 'base64'],
    [{ encrypt: true, mi_type: 1 }, 'encryption', 'fair', 'rc4'],
    [{}, 'answers', 'good', 'on'],
    [{ sign_answers: false }, 'answers', 'weak', 'off'],
    [{}, 'machine', 'good', 'machine'],
    [{ device_check: false, ip_check: true }, 'machine', 'fair', 'address'],
    [{ device_check: false }, 'machine', 'weak', 'none'],
    [{ free_mode: true }, 'machine', 'weak', 'free'],
    [{}, 'handout', 'good', 'none'],
    [{}, 'debug', 'good', 'none'],
    [{}, 'check', 'unknown', 'no_calls'],
    [{}, 'address', 'weak', 'http'],
  ])('%j: %s is %s, %s', async (change, check, grade, state) => {
    expect(await graded(change, check)).toEqual([grade, state])
  })

  it('names APIs without a signature, and APIs that hand out keys', async () => {
    const { app } = await makeKeys(server)
    await server.act('app_api_set', { app, api: 'kmlogon', on: true, sign: false })
    await server.act('app_api_set', { app, api: 'logongetapp', on: true })
    const asked = await of(app)
    expect(asked.items).toContainEqual({
      ...{ check: 'signature', grade: 'fair', state: 'some_off' },
      facts: { apis: 'kmlogon' },
    })
    expect(stateOf(asked, 'handout')).toEqual(['fair', 'password'])
    await server.act('app_api_set', { app, api: 'getrc4', on: true })
    expect(stateOf(await of(app), 'handout')).toEqual(['weak', 'open'])
  })

  it('counts accounts with the debug switch', async () => {
    const { app } = await makeKeys(server, { mt5: { enabled: true } })
    const { id } = await server.act('device_create', { app, account_key: '1@Debug', vip: 4_102_243_200 })
    await server.act('device_update', { id, debug: true })
    const { items } = await of(app)
    expect(items).toContainEqual({ check: 'debug', grade: 'fair', state: 'some', facts: { accounts: 1 } })
  })

  it('follows the public address', async () => {
    const { app } = await makeKeys(server)
    await server.act('settings_set', { site: { public_address: 'https://ea.example.com/' } })
    const secure = await of(app)
    expect([stateOf(secure, 'address'), stateOf(secure, 'encryption')]).toEqual([
      ['good', 'https'],
      ['good', 'https'],
    ])
    await server.act('settings_set', { site: { public_address: '' } })
  })

  it('follows a rotation of the key for answers', async () => {
    const { app } = await makeKeys(server)
    await server.act('app_answer_key_rotate', { app, overlap: 60 })
    expect(stateOf(await of(app), 'answers')).toEqual(['good', 'rotating'])
  })
})

describe('what calls use', () => {
  it('counts signed, encrypted and valued calls that passed the guards, across a restart', async () => {
    const keys = await makeKeys(server, { sign: false, window: 0 })
    const { app, kami } = keys
    await call(server, keys, `api=ini&app=${app}`)
    await call(server, keys, `api=kmlogon&app=${app}`, form([...login(keys, kami), ['value', 'v']]))
    await call(server, keys, `api=nosuchapi&app=${app}&value=v`)
    await server.act('app_update', { app, encrypt: true, mi_type: 3 })
    await call(server, keys, `api=kmlogon&app=${app}`, form([['data', sealed(keys, login(keys, kami))]]))
    const uses = { calls: 3, signed: 2, encrypted: 1, https: 0, valued: 1 }
    // A copy learns later what another one counts, and the calls of two copies go to both.
    const isCounted = async () => (await of(app)).day.calls >= uses.calls
    await until(async () => (await isCounted()) && (await isCounted()), 'all calls to be counted')
    expect(await of(app)).toMatchObject({ day: uses, week: uses })
    expect(stateOf(await of(app), 'check')).toEqual(['weak', 'few'])
    await server.close()
    await server.open()
    expect(await of(app)).toMatchObject({ day: uses, week: uses })
  })

  it('takes the scheme from a trusted proxy', async () => {
    const keys = await makeKeys(server, { sign: false, window: 0 })
    await server.act('settings_set', {
      client_address: { source: 'x_forwarded_for', trusted: ['127.0.0.1'] },
    })
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.7' }
    await call(server, keys, `api=ini&app=${keys.app}&value=v`, undefined, headers)
    await call(server, keys, `api=ini&app=${keys.app}&value=v`)
    await server.act('settings_set', { client_address: { source: 'socket', trusted: [] } })
    const { day, items } = await until(async () => {
      const counted = await of(keys.app)
      return counted.day.calls >= 2 && counted
    }, 'both calls to be counted')
    expect(day).toMatchObject({ calls: 2, https: 1, valued: 2 })
    expect(items.find(({ check }) => check === 'check')).toMatchObject({ grade: 'good', state: 'most' })
  })

  it('names the versions that accounts reported within a week', async () => {
    const { app } = await makeKeys(server, { free_mode: true, mt5: { enabled: true } })
    for (const [login, version] of [
      [1, '2.1'],
      [2, '2.1'],
      [3, '2.0'],
      [4, ''],
    ] as const)
      await server.api('mt5pulse', app, {
        ...{ account_key: `${login}@Versions`, equity: 1 },
        ...(version !== '' && { program_version: version }),
      })
    expect((await of(app)).versions).toEqual([
      { version: '2.1', accounts: 2 },
      { version: '', accounts: 1 },
      { version: '2.0', accounts: 1 },
    ])
  })
})

describe('as time passes', () => {
  /** Sessions end meanwhile. */
  const later = async (hours: number) => {
    server.clock.pass(hours * HOUR)
    return ConsoleClient.signIn(server.running.consoleUrl, 'owner', OWNER_PASSWORD)
  }

  it('calls leave the day, then the week, and keys get old', async () => {
    const keys = await makeKeys(server, { sign: false, window: 0 })
    const { app } = keys
    const made = server.clock.now()
    await call(server, keys, `api=ini&app=${app}`)
    const look = async (owner: ConsoleClient) => {
      const record = await owner.call('app_protection', { app })
      return [record.day.calls, record.week.calls, stateOf(record, 'key_age')[1]]
    }
    expect((await of(app)).items.at(-1)).toMatchObject({ check: 'key_age', facts: { since: made } })
    expect(await look(await later(22))).toEqual([1, 1, 'young'])
    expect(await look(await later(2))).toEqual([0, 1, 'young'])
    expect(await look(await later(168))).toEqual([0, 0, 'young'])
    const owner = await later(365 * 24)
    expect(await look(owner)).toEqual([0, 0, 'old'])
    await owner.call('app_key_rotate', { app, key: 'appkey', overlap: 0 })
    expect(await look(owner)).toEqual([0, 0, 'young'])
  })
})
