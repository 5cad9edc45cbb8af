import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import express, { type Response, type Router } from 'express'
import type { Random } from '../contract/ports.ts'
import { consolePolicy } from './security-headers.ts'

const NONCE_PLACEHOLDER = '__CSP_NONCE__'

/** The built console under its own folder. Its page gets a new nonce each time; its assets have their hash in the name. */
export function createConsoleFiles(folder: string, random: Random): Router {
  const router = express.Router()
  const page = readPage(folder)
  const sendPage = (response: Response) => {
    const nonce = Buffer.from(random.bytes(16)).toString('base64url')
    response.set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': consolePolicy(nonce) })
    response.type('html').send(page.replaceAll(NONCE_PLACEHOLDER, nonce))
  }
  router.get('/', (request, response) => {
    // Relative addresses in the page need the folder's slash.
    if (request.originalUrl.split('?')[0]?.endsWith('/') === true) sendPage(response)
    else response.redirect(302, `${request.baseUrl}/`)
  })
  router.get('/index.html', (_, response) => {
    sendPage(response)
  })
  router.use(
    '/assets',
    express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false }),
  )
  router.use(express.static(folder, { index: false, maxAge: 0 }))
  return router
}

function readPage(folder: string): string {
  try {
    return readFileSync(join(folder, 'index.html'), 'utf8')
  } catch {
    return '<!doctype html><meta charset="utf-8"><title>Pulsekey</title><p>The console is not built. Run <code>npm run build</code>.'
  }
}
