import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLinkResolver } from '../../src-server/outbound/link-resolver.ts'
import { FileLinks } from '../../src-server/services/applications/file-links.ts'
import { ShareStub } from '../support/share-stub.ts'
import { START, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const HOUR = 3600
let server: TestServer
let stub: ShareStub
let app: number

beforeAll(async () => {
  stub = await ShareStub.start()
  server = await TestServer.start(START, { sharesOnLoopback: true })
  app = await server.application()
})
afterAll(async () => {
  await server.end()
  await stub.stop()
})

const share = (path: string, password = '') =>
  server.act('file_create', { app, kind: 'share', url: `${stub.url}${path}`, password })
const given = async (id: number) => {
  const { msg } = await server.api('getfile', app, { id })
  return (msg as unknown as { file_url: string }[])[0]?.file_url
}
const stored = async (id: number) => {
  const { rows } = await server.act('file_list', { filter: { app }, size: 500 })
  return rows.find((row) => row.id === id)
}

describe('a file', () => {
  it('is stored as written, changed member by member, and deleted', async () => {
    const made = await server.act('file_create', { app, url: 'https://example.com/a.zip', note: 'v1' })
    expect(made).toEqual({
      id: made.id,
      app,
      kind: 'direct',
      url: 'https://example.com/a.zip',
      password: '',
      note: 'v1',
      enabled: true,
      resolved_url: '',
      resolved_at: null,
      resolve_error: '',
      created_at: server.clock.now(),
    })
    const changed = await server.act('file_update', { id: made.id, note: 'v2', enabled: false })
    expect(changed).toEqual({ ...made, note: 'v2', enabled: false })
    expect(await server.act('file_list', { filter: { app, enabled: false } })).toEqual({
      rows: [changed],
      total: 1,
      next: null,
    })
    expect(await server.act('file_delete', { ids: [made.id, 999_999] })).toEqual({
      done: 1,
      skipped: [{ id: 999_999, reason: 'unknown' }],
    })
    expect(await stored(made.id)).toBeUndefined()
    expect(await (await server.owner()).try('file_update', { id: made.id, note: '' })).toMatchObject({
      code: 404,
    })
  })

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'example.com/a.zip',
    '',
    `https://example.com/${'x'.repeat(2048)}`,
  ])('refuses the address %j with its field', async (url) => {
    const reply = await (await server.owner()).try('file_create', { app, url })
    expect(reply.code).toBe(422)
    expect(Object.keys(reply.fields ?? {})).toEqual(['url'])
  })

  it('with a direct address causes no request', async () => {
    const before = stub.requests.length
    const { id } = await server.act('file_create', { app, url: `${stub.url}/raw.zip` })
    expect(await given(id)).toBe(`${stub.url}/raw.zip`)
    expect(stub.requests).toHaveLength(before)
  })
})

describe('a shared link', () => {
  it('is resolved on save, with its password, and calls cause no request', async () => {
    const file = await share('/pword', 'k7xw')
    expect(file).toMatchObject({
      url: `${stub.url}/pword`,
      resolved_url: `${stub.url}/cdn/b.apk`,
      resolved_at: server.clock.now(),
      resolve_error: '',
    })
    const before = stub.requests.length
    expect(await given(file.id)).toBe(`${stub.url}/cdn/b.apk`)
    expect(stub.requests).toHaveLength(before)
  })

  it('that leads nowhere is stored with the reason and given out as saved', async () => {
    const file = await share('/pword', 'wrong')
    expect(file).toMatchObject({ resolved_url: '', resolve_error: '密码不正确' })
    expect(await given(file.id)).toBe(`${stub.url}/pword`)
    const mended = await server.act('file_update', { id: file.id, password: 'k7xw' })
    expect(mended).toMatchObject({ resolved_url: `${stub.url}/cdn/b.apk`, resolve_error: '' })
  })

  it('is not resolved by a change of another member, and a direct address forgets the resolved one', async () => {
    const file = await share('/open')
    const before = stub.requests.length
    expect(await server.act('file_update', { id: file.id, note: 'x' })).toEqual({ ...file, note: 'x' })
    expect(stub.requests).toHaveLength(before)
    const direct = await server.act('file_update', { id: file.id, kind: 'direct' })
    expect(direct).toMatchObject({ resolved_url: '', resolved_at: null })
    expect(await given(file.id)).toBe(`${stub.url}/open`)
  })
})

describe('the timer', () => {
  const timer = () =>
    new FileLinks({
      store: server.store,
      links: createLinkResolver({ allowLoopback: true }),
      clock: server.clock,
    })

  it('resolves again after six hours, not before, and gives out a dead link as saved', async () => {
    const file = await share('/open')
    stub.shared.set('open', 'new.apk')
    server.clock.pass(6 * HOUR - 1)
    await timer().resolveDue()
    expect(await given(file.id)).toBe(`${stub.url}/cdn/a.apk`)
    server.clock.pass(1)
    // The stub's page finds its file by the signature, so the new name proves a second request.
    await timer().resolveDue()
    expect(await stored(file.id)).toMatchObject({
      resolved_url: `${stub.url}/cdn/new.apk`,
      resolved_at: server.clock.now(),
    })
    stub.shared.delete('open')
    server.clock.pass(6 * HOUR)
    await timer().resolveDue()
    expect(await stored(file.id)).toMatchObject({
      resolved_url: '',
      resolve_error: 'the file is no longer shared',
    })
    expect(await given(file.id)).toBe(`${stub.url}/open`)
    stub.shared.set('open', 'a.apk')
  })

  it('never overwrites a link that changed meanwhile', async () => {
    const file = await share('/open')
    server.clock.pass(6 * HOUR)
    const late = new FileLinks({
      store: server.store,
      clock: server.clock,
      links: {
        isShared: () => true,
        async resolve(url) {
          if (url === file.url) {
            await server.act('file_update', { id: file.id, url: `${stub.url}/pform`, password: 'k7xw' })
          }
          return { url: 'https://example.com/stale.zip' }
        },
      },
    })
    await late.resolveDue()
    expect(await stored(file.id)).toMatchObject({ resolved_url: `${stub.url}/cdn/c.apk` })
  })
})

describe('the update address of ini', () => {
  const address = async (at: number) =>
    ((await server.api('ini', at)).msg as Record<string, unknown>)['app_update_url']

  it('resolves a shared link on save, survives a restart, and leaves the setting as written', async () => {
    const shared = `${stub.url}/pword?pwd=k7xw`
    const own = await server.application({ app_update_url: shared })
    await until(async () => (await address(own)) === `${stub.url}/cdn/b.apk`, 'the resolved address')
    expect(await server.act('app_get', { app: own })).toMatchObject({ app_update_url: shared })
    const before = stub.requests.length
    await server.close()
    await server.open()
    expect(await address(own)).toBe(`${stub.url}/cdn/b.apk`)
    expect(stub.requests).toHaveLength(before)
    await server.act('app_update', { app: own, app_update_url: 'https://example.com/plain.zip' })
    expect(await address(own)).toBe('https://example.com/plain.zip')
  })

  it('gives out a dead link as saved', async () => {
    const own = await server.application({ app_update_url: `${stub.url}/unshared` })
    await until(() => stub.requests.includes('GET /unshared'), 'the question')
    expect(await address(own)).toBe(`${stub.url}/unshared`)
  })
})
