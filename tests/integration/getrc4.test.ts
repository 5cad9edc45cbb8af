import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { readReply } from '../support/runtime-client.ts'
import { addOperator, signIn } from './operators.ts'

let server: TestServer
let app: number
let sister: number
let foreign: number

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
  sister = await server.application({ rc4_key: 'SisterKey' })
  await addOperator(server, 'other', 'developer')
  const other = await signIn(server, 'other')
  foreign = (await other.call('app_create', { name: 'Not ours' })).app
  await other.call('app_update', { app: foreign, rc4_key: 'ForeignKey' })
  await server.act('app_api_set', { app, api: 'getrc4', on: true })
})
afterAll(() => server.end())

async function ask(appid: string, at = app, method = 'GET') {
  const url = `${server.running.publicUrl}/api.php?api=getrc4&app=${at}${appid === '' ? '' : `&appid=${appid}`}`
  return readReply(await fetch(url, { method }))
}

it('gives the key of an application of the same owner, and of the application itself', async () => {
  expect(await ask(String(sister))).toMatchObject({ code: 200, msg: { rc4key: 'SisterKey' } })
  const { rc4_key } = await server.act('app_get', { app })
  expect(await ask(String(app))).toMatchObject({ code: 200, msg: { rc4key: rc4_key } })
})

describe('getrc4 refuses with code 200 and a text', () => {
  it.each([
    ["another owner's", () => String(foreign)],
    ['an unknown one', () => '99999'],
    ['no number', () => 'abc'],
    ['none', () => ''],
  ])('for %s', async (_, appid) => {
    const reply = await ask(appid())
    expect(reply).toMatchObject({ code: 200, msg: '无权获取该应用的密钥' })
    expect(reply.text).not.toContain('rc4key')
    expect(reply.text).not.toContain('ForeignKey')
  })
})

it('takes GET only', async () => {
  expect(await ask(String(sister), app, 'POST')).toMatchObject({ code: 141 })
})

it('is switched off in a new application', async () => {
  expect(await ask(String(app), sister)).toMatchObject({ code: 172 })
})
