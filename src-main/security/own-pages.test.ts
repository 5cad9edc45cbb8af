import { join } from 'node:path'

import { expect, it } from 'vitest'

import { declareOwnScheme, serveOwnPages } from './own-pages.ts'

const pages = join(import.meta.dirname, '../pages')
type Serve = (request: Request) => Promise<Response>

function served(): Serve {
  let found: Serve | undefined
  serveOwnPages({ handle: (_scheme, serve) => (found = serve as Serve) }, pages)
  return found!
}

it('has an origin and counts as secure, and bypasses no policy', () => {
  let declared: unknown
  declareOwnScheme({ registerSchemesAsPrivileged: (schemes) => (declared = schemes) })
  expect(declared).toEqual([{ scheme: 'pulsekey-shell', privileges: { standard: true, secure: true } }])
})

it('serves a page with its policy', async () => {
  const answer = await served()(new Request('pulsekey-shell://pages/server-down.html?lang=en'))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
  expect(await answer.text()).toMatch(/^<!doctype html>/)
})

it.each([
  new Request('pulsekey-shell://pages/none.html'),
  new Request('pulsekey-shell://pages/%2e%2e/index.ts'),
  new Request('pulsekey-shell://pages/server-down.html', { method: 'POST' }),
])('finds nothing else', async (request) => {
  expect((await served()(request)).status).toBe(404)
})
