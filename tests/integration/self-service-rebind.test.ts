import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AcceptedRequest, SelfServiceAction } from '../../src-server/contract/self-service.ts'
import { trustOwnHeaders, visit } from '../support/self-service-client.ts'
import { TestServer } from '../support/test-server.ts'

/** Customers request the move of an authorization to another trading account. */
let server: TestServer
let app: number
let made = 0

const words = { contact: 'someone@example.com', reason: 'A new broker' }

beforeAll(async () => {
  server = await TestServer.start()
  await trustOwnHeaders(server)
})
afterAll(() => server.end())
beforeEach(async () => {
  app = await server.application()
})

const ask = (act: SelfServiceAction, params: Readonly<Record<string, string>>) => visit(server, act, params)

async function accepted(params: Readonly<Record<string, string>>): Promise<AcceptedRequest> {
  const reply = await ask('request_device_rebind', params)
  expect(reply).toMatchObject({ code: 200 })
  return reply.msg as AcceptedRequest
}

describe('request_device_rebind', () => {
  const vip = 4_102_243_200
  let old: string
  let id: number
  beforeEach(async () => {
    old = `8${++made}@Alpha-Live`
    id = (await server.act('device_create', { app, account_key: old, vip })).id
  })

  it('makes a request, and the account stays', async () => {
    const { request_id, state } = await accepted({
      old_key: ` ${old}`,
      new_key: '9001@Beta-Live ',
      ...words,
    })
    expect(state).toBe('pending')
    expect((await ask('request_status', { request: request_id })).msg).toMatchObject({
      kind: 'rebind',
      product: 'Gold Grid',
      subject: expect.stringMatching(/^8\d\*{4}ve$/) as string,
      new_key: '90****ve',
      images: 0,
      reversed: false,
    })
    expect(await server.api('mt5logon', app, { account_key: old })).toMatchObject({ code: 200 })
    expect(await server.api('mt5logon', app, { account_key: '9001@Beta-Live' })).toMatchObject({ code: 404 })
    expect((await ask('query_device', { account_key: old })).msg).toMatchObject({ open_request: true })
    const { rows } = await server.act('auth_request_list', { filter: { app } })
    expect(rows).toMatchObject([{ kind: 'rebind', subject: old, new_key: '9001@Beta-Live', ...words }])
  })

  it('never reveals that the new account is in use', async () => {
    await server.act('device_create', { app, account_key: '9100@Beta-Live', vip })
    const taken = await accepted({
      old_key: old,
      new_key: '9100@Beta-Live',
      ...words,
    })
    expect(taken.state).toBe('pending')
  })

  it('makes another request for another new account', async () => {
    await accepted({ old_key: old, new_key: '9001@Beta-Live', ...words })
    const other = { old_key: old, new_key: '9002@Beta-Live', ...words }
    expect((await ask('request_device_rebind', other)).code).toBe(168)
  })

  it.each([
    [{ old_key: '' }, { old_key: 'missing' }],
    [{ new_key: '' }, { new_key: 'missing' }],
    [{ new_key: '0123@Beta' }, { new_key: 'malformed' }],
    [{ new_key: 'abc@Beta' }, { new_key: 'malformed' }],
    [{ new_key: '123' }, { new_key: 'malformed' }],
    [{ new_key: '123@A@B' }, { new_key: 'malformed' }],
    [{ new_key: `1@${'x'.repeat(65)}` }, { new_key: 'malformed' }],
    [
      { contact: '', new_key: '' },
      { contact: 'missing', new_key: 'missing' },
    ],
    [{ reason: '' }, { reason: 'missing' }],
    [{ description: 'x'.repeat(2001) }, { description: 'too_long' }],
  ])('%j: answers 401 with the fields', async (params, fields) => {
    const given = { old_key: old, new_key: '9001@Beta-Live', ...words, ...params }
    const reply = await ask('request_device_rebind', given)
    expect(reply.code).toBe(401)
    expect(reply.fields).toEqual(fields)
  })

  it('answers 401 when both accounts are the same', async () => {
    const reply = await ask('request_device_rebind', { old_key: old, new_key: ` ${old} `, ...words })
    expect(reply).toMatchObject({ code: 401, fields: { new_key: 'same' } })
  })

  it.each(['7777777@Alpha-Live', 'nonsense', '0@Alpha', "1@' OR 1=1"])(
    'answers 404 when it comes from %s',
    async (key) => {
      const reply = await ask('request_device_rebind', { old_key: key, new_key: '9001@Beta-Live', ...words })
      expect(reply).toMatchObject({ code: 404, msg: '交易账户授权不存在' })
    },
  )

  it('answers 114 with the reason for a disabled account', async () => {
    await server.act('device_update', { id, disabled: true, disable_reason: 'Chargeback' })
    const reply = await ask('request_device_rebind', { old_key: old, new_key: '9001@Beta-Live', ...words })
    expect(reply).toMatchObject({ code: 114, msg: 'Chargeback' })
  })

  it('answers 132 for an account of several products, and 136 for a wrong product', async () => {
    const other = await server.application()
    await server.act('device_create', { app: other, account_key: old, vip })
    const given = { old_key: old, new_key: '9001@Beta-Live', ...words }
    expect(await ask('request_device_rebind', given)).toMatchObject({
      code: 132,
      products: [{ product: app }, { product: other }],
    })
    expect((await ask('request_device_rebind', { ...given, product: '3' })).code).toBe(136)
    await accepted({ ...given, product: String(other) })
  })
})
