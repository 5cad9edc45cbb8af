import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HttpsState } from '../../src-server/contract/records/https.ts'
import { createProofPort } from '../../src-server/entry/adapters/proof-port.ts'
import { Pebble } from '../support/acme/pebble.ts'
import { freePort } from '../support/free-port.ts'
import { MailStub } from '../support/mail-stub.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const KEYS = { kid: 'kid-1', hmac: 'zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W' }

let pebble: Pebble
let server: TestServer
let mail: MailStub

beforeAll(async () => {
  const httpPort = await freePort()
  pebble = await Pebble.start({ httpPort, binding: { [KEYS.kid]: KEYS.hmac } })
  mail = await MailStub.start()
  server = await TestServer.start(Math.floor(Date.now() / 1000))
  await server.close()
  await server.open({ openProofPort: createProofPort('127.0.0.1', httpPort, server.log) })
})
afterAll(async () => {
  await server.end()
  await mail.stop()
  await pebble.stop()
})

async function set(https: object): Promise<void> {
  await server.act('step_up', { password: OWNER_PASSWORD })
  await server.act('settings_set', { https })
}
const reach = (what: string, is: (state: HttpsState) => boolean) =>
  until(async () => {
    const state = await server.act('https_get', {})
    return is(state) && state.order === null ? state : undefined
  }, what)
const failure = (kind: string) => reach(kind, (state) => state.failure?.kind === kind)

it('an authority whose own certificate is unknown is named as such, before and during an order', async () => {
  const owner = await server.owner()
  const { directory } = pebble
  expect(await owner.try('https_directory', { directory })).toMatchObject({
    fields: { directory: 'untrusted' },
  })
  await set({
    mode: 'automatic',
    port: await freePort(),
    directory,
    names: ['ea.example.com'],
    terms: 'agreed',
  })
  await failure('untrusted')
  expect(
    await owner.try('https_directory', {
      directory: `${server.running.consoleUrl.replace('http:', 'https:')}/`,
    }),
  ).toMatchObject({ code: 422 })
})

it('an authority with external account binding asks for its keys, and gets them sealed', async () => {
  await server.act('authority_add', { data: pebble.authority.toString('base64') })
  expect(await server.act('https_directory', { directory: pebble.directory })).toMatchObject({
    needs_binding: true,
  })
  await server.act('https_order', {})
  await failure('binding')
  await set({ eab_kid: KEYS.kid, eab_key: 'd3Jvbmcta2V5LXdyb25nLWtleS13cm9uZy1rZXk' })
  await failure('binding')
  await set({ eab_key: KEYS.hmac })
  await reach('the certificate', ({ served }) => served.length > 0)
  const { https, https_set: isSet } = await server.act('settings_get', {})
  expect([https.eab_key, isSet]).toEqual(['', ['eab_key']])
})

it('an owner gets one mail when renewals fail again and again', async () => {
  await server.act('profile_set', { email: 'owner@example.com' })
  await server.act('settings_set', { mail: mail.settings })
  await pebble.down()
  const { renews_at: renews } = await server.act('https_get', {})
  server.clock.pass(renews! - server.clock.now() + 60)
  const failures = async () => (await server.store.read((unit) => unit.meta.find('https_failure'))) ?? '{}'
  for (const times of [1, 2, 3, 4]) {
    const found = await until(async () => {
      const kept = JSON.parse(await failures()) as { times?: number; nextTry?: number }
      return kept.times === times ? kept : undefined
    }, `failure ${times}`)
    if (times < 4) server.clock.pass(found.nextTry! - server.clock.now() + 1)
  }
  const told = () => mail.to('owner@example.com').filter(({ subject }) => /证书|certificate/.test(subject))
  await until(() => told().length > 0, 'the mail')
  expect(told()).toHaveLength(1)
  expect(told()[0]?.text).toContain('ea.example.com')
})
