import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

import type { Protocol } from 'electron'

import { fileOfLocalPage, OWN_SCHEME } from '../window/local-page.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}
/** The same as in the pages themselves, and nobody may frame them. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Before Chromium starts: pages of the scheme have an origin, and their connection counts as secure. */
export function declareOwnScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([{ scheme: OWN_SCHEME, privileges: { standard: true, secure: true } }])
}

/**
 * Serves the shell's own pages to the windows of a session, from inside the program's archive, whose
 * integrity Electron checks. Everything else is not found.
 * @param folder of the pages
 */
export function serveOwnPages(protocol: Pick<Protocol, 'handle'>, folder: string): void {
  protocol.handle(OWN_SCHEME, async ({ method, url }) => {
    const file = method === 'GET' ? fileOfLocalPage(url) : undefined
    if (file === undefined) return new Response(null, { status: 404 })
    try {
      const headers = {
        'content-type': TYPES[extname(file)] ?? 'text/plain',
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      }
      return new Response(await readFile(join(folder, file)), { headers })
    } catch {
      return new Response(null, { status: 404 })
    }
  })
}
