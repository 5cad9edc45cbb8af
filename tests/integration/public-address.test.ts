import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

const set = (address: string) => server.act('settings_set', { site: { public_address: address } })

describe('the public address', () => {
  it('is a guess until the owner sets it', async () => {
    const own = server.running.publicUrl
    const record = await server.act('settings_get', {})
    expect(record.site.public_address).toBe('')
    expect(record.public_address).toEqual({ url: `${own}/`, is_set: false, reach: 'loopback' })
    const { public_address: inHealth } = await server.act('health', {})
    expect(inHealth).toEqual(record.public_address)
    expect(await server.act('me', {})).toMatchObject({
      public_url: own,
      public_is_set: false,
      public_reach: 'loopback',
    })
  })

  it('is kept as it is normalised, in the audit log and over a restart', async () => {
    const record = await set(' https://EA.Example.com:8443/yz/api.php ')
    const url = 'https://ea.example.com:8443/yz/'
    expect(record.site.public_address).toBe(url)
    expect(record.public_address).toEqual({ url, is_set: true, reach: 'public' })
    const { rows } = await server.act('audit_list', {})
    expect(JSON.stringify(rows.find(({ action }) => action === 'settings_set'))).toContain(url)
    await server.close()
    await server.open()
    expect((await server.act('settings_get', {})).public_address).toEqual(record.public_address)
  })

  it.each([
    ['ea.example.com', 'begin with http:// or https://'],
    ['http://user@ea.example.com', 'no user name or password before the host'],
    ['http://ea.example.com:70000', 'the port is a number from 1 to 65535'],
    ['http://ea.example.com/?a', 'no ? and no # in the address'],
    ['http://a b', 'the host is neither a name nor an IP address'],
  ])('%j is refused in words', async (address, words) => {
    const before = (await server.act('settings_get', {})).public_address
    const owner = await server.owner()
    const reply = await owner.try('settings_set', { site: { public_address: address } })
    expect(reply).toMatchObject({ code: 422, fields: { 'site.public_address': words } })
    expect((await server.act('settings_get', {})).public_address).toEqual(before)
  })

  it('is a guess again when it is emptied', async () => {
    expect((await set('')).public_address).toMatchObject({ is_set: false })
  })
})

describe('an address that an earlier version stored without a slash', () => {
  it('counts as set, in its normalised form', async () => {
    const at = server.clock.now()
    const { site } = await server.act('settings_get', {})
    const older = { ...site, public_address: 'http://Keys.example/yz' }
    await server.store.write((unit) => unit.settings.set('site', older, at), { durable: true })
    await server.close()
    await server.open()
    const record = await server.act('settings_get', {})
    expect(record.public_address.url).toBe('http://keys.example/yz/')
    expect(record.site.public_address).toBe('http://keys.example/yz/')
  })
})
