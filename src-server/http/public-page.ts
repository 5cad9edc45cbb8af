import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import express, { type Router } from 'express'
import type { Random } from '../contract/ports.ts'
import { createBuiltPage } from './built-page.ts'

const PAGE = 'public.html'

/** A file of the build, as Vite's manifest describes it. */
interface BuiltFile {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}
type Manifest = Readonly<Record<string, BuiltFile>>

/**
 * The customers' page at `/`, at every door. Of the assets, which it has in common with the console, only those that it
 * reaches: where the console isn't served, nothing of it is.
 */
export function createPublicPage(folder: string, random: Random): Router {
  const router = express.Router()
  const sendPage = createBuiltPage(join(folder, PAGE), random)
  const reached = filesOf(readManifest(folder), PAGE)
  const assets = express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false })
  router.get('/', (_, response) => {
    sendPage(response)
  })
  router.use('/assets', (request, response, next) => {
    if (reached.has(`assets${request.path}`)) assets(request, response, next)
    else next('router')
  })
  return router
}

/** Everything that the entry loads, at once or later. */
function filesOf(manifest: Manifest, entry: string): ReadonlySet<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const open = [entry]
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const built = manifest[key]
    if (built === undefined || seen.has(key)) continue
    seen.add(key)
    for (const file of [built.file, ...(built.css ?? []), ...(built.assets ?? [])]) files.add(file)
    open.push(...(built.imports ?? []), ...(built.dynamicImports ?? []))
  }
  return files
}

/** The build's own list; of nothing where nothing is built. */
function readManifest(folder: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  } catch {
    return {}
  }
}
