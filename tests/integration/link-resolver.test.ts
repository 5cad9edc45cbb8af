import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLinkResolver } from '../../src-server/outbound/link-resolver.ts'
import { ShareStub } from '../support/share-stub.ts'

const limits = { requestMs: 2000, totalMs: 4000 }
const resolver = createLinkResolver({ allowLoopback: true, limits })
const asShipped = createLinkResolver({ allowLoopback: false, limits })
let stub: ShareStub

beforeAll(async () => {
  stub = await ShareStub.start()
})
afterAll(() => stub.stop())

const resolve = (path: string, password = '') => resolver.resolve(`${stub.url}${path}`, password)

describe('a shared link', () => {
  it.each([
    ['/raw.zip', '/raw.zip'],
    ['/attached', '/attached'],
    ['/hop2', '/raw.zip'],
  ])('%s leads to its file', async (path, file) => {
    expect(await resolve(path)).toEqual({ url: `${stub.url}${file}` })
  })

  it.each([
    ['without a password, by the frame in it', '/open', '', '/cdn/a.apk'],
    ['with a password, by the fields of its script', '/pword', 'k7xw', '/cdn/b.apk'],
    ['with a password, by the form of its script', '/pform', 'k7xw', '/cdn/c.apk'],
  ])('is resolved when the page %s', async (_, path, password, file) => {
    expect(await resolve(path, password)).toEqual({ url: `${stub.url}${file}` })
  })

  it('is resolved without a fetch of the file itself', () => {
    expect(stub.requests.filter((request) => request.includes('/cdn/'))).toEqual([])
  })
})

describe('a link without a file', () => {
  it.each([
    ['/pword', 'wrong', '密码不正确'],
    ['/unshared', '', 'the file is no longer shared'],
    ['/nothing', '', 'the page leads to no file'],
    ['/gone', '', 'the page answered 404'],
    ['/hop3', '', 'too many redirects'],
    ['/endless', '', 'the page is too large'],
  ])('%s, password %j: %s', async (path, password, failed) => {
    expect(await resolve(path, password)).toEqual({ failed })
  })

  it('times out when the page hangs', async () => {
    const hasty = createLinkResolver({ allowLoopback: true, limits: { requestMs: 50, totalMs: 4000 } })
    expect(await hasty.resolve(`${stub.url}/hang`, '')).toEqual({ failed: 'it took too long' })
  })
})

describe('addresses that the resolver never calls', () => {
  const inside = 'the address is not on the public internet'

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://127.1/',
    'http://①②⑦.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1:8443/',
    'http://localhost/',
  ])('include %s', async (url) => {
    expect(await asShipped.resolve(url, '')).toEqual({ failed: inside })
  })

  it.each([
    ['http://8.8.8.8:22/', 'only the ports 80, 443 and 8443 are followed'],
    ['http://user:pass@8.8.8.8/', 'an address with a user name is not followed'],
    ['file:///etc/passwd', 'only http and https are followed'],
    ['ftp://8.8.8.8/', 'only http and https are followed'],
  ])('include %s', async (url, failed) => {
    expect(await asShipped.resolve(url, '')).toEqual({ failed })
  })

  it.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/',
    'http://8.8.8.8:22/',
    'gopher://8.8.8.8/',
    'http://a@8.8.8.8/',
  ])('a redirect to %s', async (target) => {
    const reply = await resolve(`/to/${encodeURIComponent(target)}`)
    expect(reply).toHaveProperty('failed')
    expect(stub.requests.at(-1)).toMatch(/^GET \/to\//)
  })

  it("the stand-in too, without the tests' permission", async () => {
    const before = stub.requests.length
    expect(await asShipped.resolve(`${stub.url}/raw.zip`, '')).toEqual({ failed: inside })
    expect(stub.requests).toHaveLength(before)
  })

  it('a text that is no address', async () => {
    expect(await asShipped.resolve('not an address', '')).toEqual({ failed: 'Invalid URL' })
  })
})

describe('the recognition of shared links', () => {
  it.each([
    ['https://www.lanzoui.com/iAbCdEf', true],
    ['https://vendor.lanzouw.com/iAbCdEf', true],
    ['https://lanzou.com/x', true],
    ['https://lanzoui.com.evil.example/x', false],
    ['https://example.com/lanzoui.com', false],
    ['https://notlanzoui.com/x', false],
    ['lanzoui.com', false],
    ['', false],
  ])('%s: %s', (url, is) => {
    expect(asShipped.isShared(url)).toBe(is)
  })
})
