import { join } from 'node:path'
import express, { type Router } from 'express'
import type { Random } from '../contract/ports.ts'
import { createBuiltPage } from './built-page.ts'

/** The built console under its own folder. Its page gets a new nonce each time; its assets have their hash in the name. */
export function createConsoleFiles(folder: string, random: Random): Router {
  const router = express.Router()
  const sendPage = createBuiltPage(join(folder, 'index.html'), random)
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
