import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RSA_PRIVATE_KEY } from '../conformance/support/rsa-key.ts'
import { TestServer } from '../support/test-server.ts'

/** mi_type 4 with encryption on needs an RSA key, because calls are read by it. */
let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

async function application(settings: object = {}): Promise<number> {
  const { app } = await server.act('app_create', { name: 'Sealed' })
  await server.act('app_update', { app, ...settings })
  return app
}

async function change(app: number, members: object) {
  const before = await server.act('app_get', { app })
  const reply = await (await server.owner()).try('app_update', { app, ...members })
  if (reply.code !== 200) expect(await server.act('app_get', { app })).toEqual(before)
  return reply
}
const REFUSED = { code: 422, fields: { rsa_private_key: expect.any(String) as string } }

describe('mi_type 4 without a key', () => {
  it.each<[string, object, object]>([
    ['both at once', {}, { encrypt: true, mi_type: 4 }],
    ['the mode first', { mi_type: 4 }, { encrypt: true }],
    ['the switch first', { encrypt: true }, { mi_type: 4 }],
    ['with text that is no key', {}, { encrypt: true, mi_type: 4, rsa_private_key: 'no key' }],
    [
      'taking the key away',
      { encrypt: true, mi_type: 4, rsa_private_key: RSA_PRIVATE_KEY },
      { rsa_private_key: '' },
    ],
  ])('is refused: %s', async (_, before, members) => {
    expect(await change(await application(before), members)).toMatchObject(REFUSED)
  })

  it('is accepted where nothing is read by it: in another mode, or with encryption off', async () => {
    const app = await application()
    for (const members of [{ mi_type: 4 }, { mi_type: 3, encrypt: true }, { encrypt: false }, { mi_type: 4 }])
      expect(await change(app, members)).toMatchObject({ code: 200 })
  })
})

it('is accepted with a key, in one change or in any order', async () => {
  const key = { rsa_private_key: RSA_PRIVATE_KEY }
  for (const steps of [
    [{ encrypt: true, mi_type: 4, ...key }],
    [key, { encrypt: true }, { mi_type: 4 }],
    [{ mi_type: 4 }, key, { encrypt: true }],
  ]) {
    const app = await application()
    for (const members of steps) expect(await change(app, members)).toMatchObject({ code: 200 })
    expect(await server.act('app_get', { app })).toMatchObject({ encrypt: true, mi_type: 4 })
  }
})

it('is plain in a copy, which has no key, until the copy gets one', async () => {
  const app = await application({ encrypt: true, mi_type: 4, rsa_private_key: RSA_PRIVATE_KEY })
  const copy = await server.act('app_copy', { app, name: 'Copy' })
  expect(await server.act('app_get', { app: copy.app })).toMatchObject({
    encrypt: false,
    mi_type: 4,
    rsa_private_key: '',
  })
  expect(await change(copy.app, { encrypt: true })).toMatchObject(REFUSED)
  expect(await change(copy.app, { encrypt: true, rsa_private_key: RSA_PRIVATE_KEY })).toMatchObject({
    code: 200,
  })
})
