import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import express, { type Router } from 'express'
import type { Random } from '../contract/ports.ts'
import { createBuiltPage } from './built-page.ts'
import { PackedAsset } from './packed-asset.ts'

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

/** Assets by their names without a folder. */
export type PublicAssets = ReadonlyMap<string, PackedAsset>

/** The customers' page at `/`, on every listener, with its assets from `readPublicAssets`. */
export function createPublicPage(folder: string, assets: PublicAssets, random: Random): Router {
  const router = express.Router()
  const sendPage = createBuiltPage(join(folder, PAGE), random)
  router.get('/', (_, response) => {
    sendPage(response)
  })
  router.get('/assets/:name', async (request, response, next) => {
    const { name } = request.params
    const asset = assets.get(name)
    if (asset === undefined) {
      next()
      return
    }
    await asset.send(request, response)
  })
  return router
}

/**
 * Reads the assets that the customers' page reaches, a few hundred kilobytes in memory. The page shares a
 * folder of assets with the console, and a listener without the console must not serve the console's assets.
 */
export function readPublicAssets(folder: string): PublicAssets {
  const assets = new Map<string, PackedAsset>()
  for (const file of filesOf(readManifest(folder), PAGE)) {
    const plain = readBuilt(join(folder, file))
    if (plain !== undefined) {
      const name = basename(file)
      assets.set(name, new PackedAsset(name, plain, readBuilt(`${join(folder, file)}.br`)))
    }
  }
  return assets
}

/** All files that the entry loads, at once or later. */
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

/** The manifest of the build. Empty without a build, because the server starts without one. */
function readManifest(folder: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  } catch {
    return {}
  }
}

function readBuilt(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
