import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { MAX_OPEN_KIT_LINKS } from '../../src-server/contract/application-names.ts'
import { MOST_MISSES } from '../../src-server/services/selfservice/flood-limits.ts'
import { TestServer } from '../support/test-server.ts'
import { unzip } from '../support/unzip.ts'
import { addOperator, signIn } from './operators.ts'

const HOUR = 3600
const CLOSED = { code: 201, msg: '链接无效或已过期' }
let server: TestServer
let app: number
let appkey: string

beforeAll(async () => {
  server = await TestServer.start()
  // Each call of the test comes from another network, so that the limit of misses stays out of the way.
  await server.act('settings_set', {
    client_address: { source: 'x_forwarded_for', trusted: ['127.0.0.1'] },
  })
  ;({ app, appkey } = await server.act('app_create', { name: 'Gold Grid' }))
})
afterAll(() => server.end())

let visitors = 0
interface Reply {
  readonly code: number
  readonly msg: unknown
}
async function visit(
  act: 'kit_link' | 'kit_download',
  token: string,
  folder = '',
  ip?: string,
): Promise<Reply> {
  visitors++
  const response = await fetch(`${server.running.publicUrl}${folder}/ajax.php?act=${act}`, {
    method: 'POST',
    headers: { 'X-Forwarded-For': ip ?? `10.1.${visitors >> 8}.${visitors & 255}` },
    body: new URLSearchParams({ token }),
  })
  return (await response.json()) as Reply
}

type Order = Parameters<typeof makeLink>[0]
async function makeLink(
  order: { uses?: number; seconds?: 3600 | 86_400 | 604_800; type?: 'python' | 'mql5'; app?: number } = {},
) {
  const whole = { app, type: 'python', seconds: 3600, uses: 1, ...order } as const
  const { link, url } = await server.act('kit_link_create', whole)
  return { id: link.id, url, token: url.split('#/kit/')[1] ?? '' }
}
const stateOf = async (id: number) =>
  (await server.act('kit_link_list', { app })).rows.find((row) => row.id === id)

describe('a link to a kit', () => {
  it('leads anybody to the kit, filled in, and is used up then', async () => {
    const { id, url, token } = await makeLink()
    expect(url.startsWith(server.running.publicUrl)).toBe(true)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect((await visit('kit_link', token)).msg).toEqual({
      product: 'Gold Grid',
      type: 'python',
      left: 1,
      expires_at: server.clock.now() + HOUR,
    })
    const { code, msg } = await visit('kit_download', token)
    const { name, zip } = msg as { name: string; zip: string }
    expect({ code, name }).toEqual({ code: 200, name: `pulsekey-${app}-python.zip` })
    const text = unzip(Buffer.from(zip, 'base64'))
    expect(text).toContain(String(app))
    expect(text).toContain(appkey)
    expect(await visit('kit_download', token)).toMatchObject(CLOSED)
    expect(await visit('kit_link', token)).toMatchObject(CLOSED)
    expect(await stateOf(id)).toMatchObject({ state: 'used_up', used: 1, last_used_at: server.clock.now() })
  })

  it('is good for as many downloads as it says', async () => {
    const { token } = await makeLink({ uses: 3, type: 'mql5' })
    const codes = []
    for (let turn = 0; turn < 4; turn++) codes.push((await visit('kit_download', token)).code)
    expect(codes).toEqual([200, 200, 200, 201])
  })

  it('gives its last use to one of ten who come at once', async () => {
    const { id, token } = await makeLink({ uses: 2 })
    const replies = await Promise.all(Array.from({ length: 10 }, () => visit('kit_download', token)))
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(2)
    for (const reply of replies.filter(({ code }) => code !== 200)) expect(reply).toMatchObject(CLOSED)
    expect(await stateOf(id)).toMatchObject({ state: 'used_up', used: 2 })
  })

  it('ends when it is revoked, and can be revoked once', async () => {
    const { id, token } = await makeLink({ uses: 5, seconds: 604_800 })
    await visit('kit_download', token)
    await server.act('kit_link_revoke', { id })
    expect(await visit('kit_link', token)).toMatchObject(CLOSED)
    expect(await visit('kit_download', token)).toMatchObject(CLOSED)
    expect(await stateOf(id)).toMatchObject({ state: 'revoked', used: 1 })
    expect(await (await server.owner()).try('kit_link_revoke', { id })).toMatchObject({ code: 404 })
  })

  it.each(['', 'x', 'A'.repeat(43), '\0', 'x'.repeat(5000)])(
    'is not found by another token (%#), with the same answer',
    async (token) => {
      expect(await visit('kit_link', token)).toMatchObject(CLOSED)
      expect(await visit('kit_download', token)).toMatchObject(CLOSED)
    },
  )

  it('has the keys of the time of the download, and the address by which the person came', async () => {
    const { token } = await makeLink()
    const fresh = 'the-key-after-the-change'
    await server.act('app_key_rotate', { app, key: 'appkey', overlap: 0, value: fresh })
    const { msg } = await visit('kit_download', token)
    expect(unzip(Buffer.from((msg as { zip: string }).zip, 'base64'))).toContain(fresh)
  })

  it('leads below the folder of the public address, and works in any folder', async () => {
    await server.act('settings_set', { site: { public_address: 'https://ea.example/yz' } })
    onTestFinished(async () => {
      await server.act('settings_set', { site: { public_address: '' } })
    })
    const { url, token } = await makeLink({ uses: 2 })
    expect(url).toBe(`https://ea.example/yz/#/kit/${token}`)
    expect((await visit('kit_link', token, '/yz')).code).toBe(200)
    const { code, msg } = await visit('kit_download', token, '/any/folder')
    expect(code).toBe(200)
    expect(unzip(Buffer.from((msg as { zip: string }).zip, 'base64'))).toContain('https://ea.example/yz')
  })

  it('is refused, unused, while the application speaks an encryption that the kit lacks', async () => {
    const { app: other } = await server.act('app_create', { name: 'AES' })
    const { token } = await makeLink({ app: other })
    await server.act('app_update', { app: other, encrypt: true, mi_type: 2 })
    expect(await visit('kit_download', token)).toMatchObject({ code: 201, msg: '示例不支持该加密方式' })
    const order = { app: other, type: 'python', seconds: 3600, uses: 1 } as const
    expect(await (await server.owner()).try('kit_link_create', order)).toMatchObject({ code: 409 })
    await server.act('app_update', { app: other, encrypt: false })
    expect((await visit('kit_download', token)).code).toBe(200)
  })

  it('goes with its application and with its developer', async () => {
    await addOperator(server, 'vendor', 'developer')
    const vendor = await signIn(server, 'vendor')
    const { app: theirs } = await vendor.call('app_create', { name: 'Theirs' })
    const order = { app: theirs, type: 'python', seconds: 3600, uses: 3 } as const
    const tokenOf = async () => (await vendor.call('kit_link_create', order)).url.split('#/kit/')[1] ?? ''
    const token = await tokenOf()
    expect((await visit('kit_download', token)).code).toBe(200)
    const { rows } = await server.act('developer_list', { search: 'vendor' })
    await server.act('developer_ban', { id: rows[0]!.id, reason: 'x' })
    expect(await visit('kit_download', token)).toMatchObject(CLOSED)
    await server.act('developer_unban', { id: rows[0]!.id })
    expect((await visit('kit_download', token)).code).toBe(200)
    await server.act('app_delete', { app: theirs })
    expect(await visit('kit_download', token)).toMatchObject(CLOSED)
  })

  it('survives a restart', async () => {
    const { token } = await makeLink({ uses: 2 })
    await visit('kit_download', token)
    await server.close()
    await server.open()
    expect((await visit('kit_link', token)).msg).toMatchObject({ left: 1 })
  })
})

describe('what remains of a link', () => {
  it('is a hash: the token is in no file and in no row of the audit log', async () => {
    const { id, token } = await makeLink()
    await visit('kit_download', token)
    const { rows } = await server.act('audit_list', {
      filter: { subject_kind: 'kit_link', subject_id: String(id) },
    })
    expect(rows.map(({ action }) => action)).toEqual(['kit_link_download', 'kit_link_create'])
    expect(rows[0]).toMatchObject({ person_name: 'customer', app })
    await server.close()
    for (const name of readdirSync(server.folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.db|\.log|-wal/.test(name)) continue
      expect(readFileSync(join(server.folder, name)).includes(token), name).toBe(false)
    }
    await server.open()
  })
})

describe('limits', () => {
  it('an application has so many open links at most', async () => {
    const { app: many } = await server.act('app_create', { name: 'Many' })
    const owner = await server.owner()
    const order = { app: many, type: 'python', seconds: 3600, uses: 1 } as const
    for (let link = 0; link < MAX_OPEN_KIT_LINKS; link++) await owner.call('kit_link_create', order)
    expect(await owner.try('kit_link_create', order)).toMatchObject({ code: 409 })
    const { rows } = await owner.call('kit_link_list', { app: many })
    await owner.call('kit_link_revoke', { id: rows[0]!.id })
    await owner.call('kit_link_create', order)
  })

  it.each([{ uses: 0 }, { uses: 21 }, { seconds: 60 }, { type: 'cobol' }])('%j is refused', async (wrong) => {
    const order = { app, type: 'python', seconds: 3600, uses: 1, ...wrong } as unknown as Order
    expect(await (await server.owner()).try('kit_link_create', order as never)).toMatchObject({ code: 422 })
  })

  it('a person who guesses is stopped, as at every look-up', async () => {
    const codes = new Set<number>()
    for (let guess = 0; guess < MOST_MISSES; guess++)
      codes.add((await visit('kit_download', `guess-${guess}`, '', '10.9.9.9')).code)
    expect([...codes]).toEqual([201])
    const { token } = await makeLink()
    expect((await visit('kit_download', token, '', '10.9.9.9')).code).toBe(429)
    expect((await visit('kit_download', token)).code).toBe(200)
  })

  it('only people who may read keys make, list and revoke links', async () => {
    await addOperator(server, 'seller', 'agent')
    const seller = await signIn(server, 'seller')
    const { id } = await makeLink()
    const order = { app, type: 'python', seconds: 3600, uses: 1 } as const
    expect(await seller.try('kit_link_create', order)).toMatchObject({ code: 403 })
    expect(await seller.try('kit_link_list', { app })).toMatchObject({ code: 403 })
    expect(await seller.try('kit_link_revoke', { id })).toMatchObject({ code: 403 })
  })
})

it('a link ends with its time, and is deleted 90 days later', async () => {
  const { id, token } = await makeLink()
  server.clock.pass(HOUR - 1)
  expect((await visit('kit_link', token)).code).toBe(200)
  server.clock.pass(1)
  expect(await visit('kit_link', token)).toMatchObject(CLOSED)
  expect(await visit('kit_download', token)).toMatchObject(CLOSED)
  expect(await stateOf(id)).toMatchObject({ state: 'expired', used: 0 })
  const isThereAfter = async (days: number) => {
    server.clock.pass(days * 86_400)
    await server.close()
    await server.open()
    return (await stateOf(id)) !== undefined
  }
  expect(await isThereAfter(89)).toBe(true)
  server.clock.pass(2 * 86_400)
  await expect.poll(() => isThereAfter(0)).toBe(false)
})
