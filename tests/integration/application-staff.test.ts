import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '../../src-server/contract/permissions.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { addOperator, PASSWORD, signIn } from './operators.ts'

let server: TestServer
let employer: ConsoleClient
let app: number
let keys: { appkey: string; rc4_key: string }

beforeAll(async () => {
  server = await TestServer.start()
  await addOperator(server, 'vendor', 'developer')
  employer = await signIn(server, 'vendor')
  ;({ app, ...keys } = await employer.call('app_create', { name: 'Gold Grid' }))
  await employer.call('app_update', {
    app,
    rsa_private_key: 'pem',
    mt5: { bind_secret: 'bind', messenger_app_secret: 'bot' },
  })
})
afterAll(() => server.end())

let staffed = 0
async function staff(...permissions: Permission[]): Promise<ConsoleClient> {
  const name = `staff ${(staffed += 1)}`
  const passwordHash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  await server.store.write(
    async (unit) => {
      const createdAt = server.clock.now()
      const { id: employerId } = (await unit.operators.findByName('vendor'))!
      const { id } = await unit.staffRoles.insert({ employerId, name, permissions, createdAt })
      const { role } = (await unit.operators.find(employerId))!
      await unit.operators.insert({ name, role, passwordHash, createdAt, employerId, staffRoleId: id })
    },
    { durable: true },
  )
  return signIn(server, name)
}

const SECRETS = () => [keys.appkey, keys.rc4_key, '"pem"', '"bind"', '"bot"']

describe('staff without applications.keys', () => {
  it('read no key and no secret in any answer', async () => {
    const client = await staff('applications', 'applications.edit', 'traffic')
    const replies = [
      await client.try('app_get', { app }),
      await client.try('app_list', {}),
      await client.try('app_update', { app, version: '2.0' }),
      await client.try('inspector_explain', { app, request: `api=ini&app=${app}` }),
    ]
    for (const reply of replies) {
      expect(reply).toMatchObject({ code: 200 })
      for (const secret of SECRETS()) expect(JSON.stringify(reply)).not.toContain(secret)
    }
    expect(replies[0]!.msg).toMatchObject({
      name: 'Gold Grid',
      appkey: '',
      rc4_key: '',
      rsa_private_key: '',
      mt5: { bind_secret: '', messenger_app_secret: '' },
    })
    expect(await employer.call('app_get', { app })).toMatchObject({ version: '2.0', ...keys })
  })

  it('make and copy applications without reading the keys', async () => {
    const client = await staff('applications', 'applications.edit')
    for (const reply of [
      await client.call('app_create', { name: 'Made by staff' }),
      await client.call('app_copy', { app, name: 'Copied by staff' }),
    ]) {
      expect(reply).toMatchObject({ appkey: '', rc4_key: '' })
      const made = await employer.call('app_get', { app: reply.app })
      expect(made.appkey).toMatch(/^[A-Za-z0-9]{32}$/)
    }
  })

  it('replace no key, by rotation or by update', async () => {
    const client = await staff('applications', 'applications.edit')
    for (const [act, input] of [
      ['app_key_rotate', { app, key: 'appkey', overlap: 0 }],
      ['app_key_end_overlap', { app, key: 'appkey' }],
      ['app_example', { app, api: 'kmlogon' }],
      ['app_update', { app, appkey: 'taken' }],
      ['app_update', { app, rc4_key: 'taken' }],
      ['app_update', { app, rsa_private_key: '' }],
      ['app_update', { app, mt5: { bind_secret: '' } }],
      ['app_update', { app, name: 'Half', mt5: { messenger_app_secret: 'taken' } }],
    ] as const)
      expect(await client.try(act, input), JSON.stringify(input)).toMatchObject({ code: 403 })
    expect(await employer.call('app_get', { app })).toMatchObject({ name: 'Gold Grid', ...keys })
  })
})

it('with applications.keys read and rotate the keys', async () => {
  const client = await staff('applications', 'applications.keys')
  expect(await client.call('app_get', { app })).toMatchObject(keys)
  const record = await client.call('app_key_rotate', { app, key: 'rc4_key', overlap: 60 })
  expect(record).toMatchObject({ appkey: keys.appkey, previous_rc4_key_until: server.clock.now() + 60 })
  expect(JSON.stringify(record)).not.toContain(keys.rc4_key)
  expect(await client.try('app_update', { app, version: '3.0' })).toMatchObject({ code: 403 })
})
