import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createPackageWithOptions, extractAll } from '@electron/asar'

import { ensureBuild } from '../../../build/launch/ensure-build.ts'
import { runBuilder } from '../../../build/packaging/run-builder.ts'
import { root } from '../../../build/launch/tool.ts'

/** A package as it is shipped but for Electron's version, and how it is made fit for the tests. */
export interface TestPackage {
  /** With the binary, the libraries, resources/. */
  readonly folder: string
  readonly archive: string
  /** Once: puts Node 24 in Electron 33's place for the server: one file of the archive is another then. */
  putServerOnNode(): Promise<void>
  remove(): void
}

/** Packages the desktop with the real runtime, as `npm run package -- --linux dir` does, into a folder everybody may read. */
export async function packageForTests(electron: { folder: string; version: string }): Promise<TestPackage> {
  await ensureBuild()
  const output = mkdtempSync(join(tmpdir(), 'pulsekey-packaged-'))
  chmodSync(output, 0o755)
  const code = await runBuilder(
    ['--linux', 'dir'],
    {
      electronDist: electron.folder,
      electronVersion: electron.version,
      directories: { output, buildResources: 'build/resources' },
    },
    ['ignore', 'ignore', 'inherit'],
  )
  if (code !== 0) throw new Error(`electron-builder ended with ${code}`)
  const folder = join(output, 'linux-unpacked')
  const archive = join(folder, 'resources/app.asar')
  return {
    folder,
    archive,
    putServerOnNode: () => putServerOnNode(archive),
    remove: () => {
      rmSync(output, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function putServerOnNode(archive: string): Promise<void> {
  const home = join(archive, '../server-on-node')
  if (existsSync(home)) return
  // What Node runs is what was packaged, not what it was packaged from.
  extractAll(archive, home)
  const changed = join(archive, '../changed')
  extractAll(archive, changed)
  writeFileSync(join(changed, 'out/main/server.js'), script('server.ts'))
  await createPackageWithOptions(changed, archive, { unpack: '**/*.node', unpackDir: 'out/main/pages' })
  rmSync(changed, { recursive: true })
  writeFileSync(join(home, 'parent-port.js'), script('parent-port.ts'))
  link(join(root, 'node_modules/node/bin/node'), join(home, 'node'))
}

function script(name: string): string {
  return stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'replaced', name), 'utf8'))
}

/** A hundred megabytes that need not be twice on one disk. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
