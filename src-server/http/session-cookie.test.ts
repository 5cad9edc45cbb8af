import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from './session-cookie.ts'

const TOKEN = 'abcdefghij_-0123456789'
let server: Server
let url: string

beforeAll(async () => {
  const app = express()
  // Lets a test claim that the request came over TLS.
  app.set('trust proxy', true)
  app.get('/write', (request, response) => {
    writeSessionCookie(request, response, TOKEN)
    response.end()
  })
  app.get('/clear', (request, response) => {
    clearSessionCookie(request, response)
    response.end()
  })
  app.get('/read', (request, response) => {
    response.json({ token: readSessionCookie(request) ?? null })
  })
  server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

async function written(path: string, headers: Record<string, string> = {}): Promise<string[]> {
  const response = await fetch(url + path, { headers })
  return response.headers.getSetCookie()[0]!.split('; ').sort()
}
async function read(cookie: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(`${url}/read`, { headers: { ...headers, cookie } })
  return ((await response.json()) as { token: unknown }).token
}
const TLS = { 'x-forwarded-proto': 'https' }

describe('session cookie', () => {
  it('plain HTTP: unreadable for scripts, same site, for all paths, until the browser closes', async () => {
    expect(await written('/write')).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', `sid=${TOKEN}`].sort())
  })

  it('TLS: also with the host prefix and Secure', async () => {
    expect(await written('/write', TLS)).toEqual(
      ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure', `__Host-sid=${TOKEN}`].sort(),
    )
  })

  it('clears under the same name and path', async () => {
    expect(await written('/clear')).toEqual(
      expect.arrayContaining(['sid=', 'Path=/', 'Expires=Thu, 01 Jan 1970 00:00:00 GMT']),
    )
    expect(await written('/clear', TLS)).toEqual(expect.arrayContaining(['__Host-sid=', 'Secure']))
  })

  it.each([
    [`sid=${TOKEN}`, TOKEN],
    [`theme=dark; sid=${TOKEN}; x=1`, TOKEN],
    [`theme=dark;sid=${TOKEN}`, TOKEN],
    [`__Host-sid=${TOKEN}`, null],
    [`xsid=${TOKEN}`, null],
    [`x=sid=${TOKEN}`, null],
    ['sid=', null],
    ['sid=short', null],
    [`sid=${'x'.repeat(129)}`, null],
    [`sid="${TOKEN}"`, null],
    ['sid=abcdefghij%00klm', null],
  ])('reads %j as %j', async (cookie, token) => {
    expect(await read(cookie)).toBe(token)
  })

  it('under TLS, ignores a cookie set without TLS', async () => {
    expect(await read(`sid=${TOKEN}`, TLS)).toBeNull()
    expect(await read(`__Host-sid=${TOKEN}`, TLS)).toBe(TOKEN)
  })
})
