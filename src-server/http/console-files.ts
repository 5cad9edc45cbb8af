import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import express, { type Router } from 'express'
import type { Random } from '../contract/ports.ts'
import { createBuiltPage } from './built-page.ts'
import { isTextAsset, PackedAsset } from './packed-asset.ts'

/** The descriptions of both interfaces (docs/openapi). They hold no secret: the console's own script has the same. */
const OPENAPI: ReadonlySet<string> = new Set(['runtime.json', 'console.json'])

/**
 * Serves the built console under its own folder. Each response of its page has a new nonce. The names of its
 * assets contain their hash, and its texts are compressed.
 */
export function createConsoleFiles(folder: string, random: Random): Router {
  const router = express.Router()
  const sendPage = createBuiltPage(join(folder, 'index.html'), random)
  router.get('/', (request, response) => {
    // Relative addresses in the page need the trailing slash of the folder.
    if (request.originalUrl.split('?')[0]?.endsWith('/') === true) sendPage(response)
    else response.redirect(302, 'console/')
  })
  router.get('/index.html', (_, response) => {
    sendPage(response)
  })
  router.get('/openapi/:name', async (request, response, next) => {
    const { name } = request.params
    const document = OPENAPI.has(name) ? await readDocument(join(folder, 'openapi', name)) : undefined
    if (document === undefined) next()
    else response.set('Cache-Control', 'no-cache').type('json').send(document)
  })
  const texts = new Map<string, Promise<PackedAsset>>()
  router.get('/assets/:name', async (request, response, next) => {
    const { name } = request.params
    if (!isTextAsset(name)) {
      next()
      return
    }
    let asset = texts.get(name)
    if (asset === undefined) {
      asset = PackedAsset.read(name, join(folder, 'assets', name))
      texts.set(name, asset)
    }
    try {
      await (await asset).send(request, response)
    } catch {
      texts.delete(name)
      next()
    }
  })
  router.use(
    '/assets',
    express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false }),
  )
  router.use(express.static(folder, { index: false, maxAge: 0 }))
  return router
}

/** @returns undefined where the build has none */
async function readDocument(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined)
}
