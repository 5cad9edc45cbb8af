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

/** A package as shipped except for Electron's version, with the changes that the tests need. */
export interface TestPackage {
  /** With the binary, the libraries, resources/. */
  readonly folder: string
  readonly archive: string
  /** Runs once: lets Node 24 run the server instead of Electron 33, which changes one file of the archive. */
  putServerOnNode(): Promise<void>
  remove(): void
}

/**
 * Packages the desktop with the real runtime, like `npm run package -- --linux dir`, into a folder that
 * everybody may read.
 */
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
  // Node runs the packaged files, not the files that were packaged.
  extractAll(archive, home)
  const changed = join(archive, '../changed')
  extractAll(archive, changed)
  writeFileSync(join(changed, 'out/main/server.js'), script('server.ts'))
  await createPackageWithOptions(changed, archive, { unpack: '**/*.node' })
  rmSync(changed, { recursive: true })
  writeFileSync(join(home, 'parent-port.js'), script('parent-port.ts'))
  link(process.execPath, join(home, 'node'))
}

function script(name: string): string {
  return stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'replaced', name), 'utf8'))
}

/** A hundred megabytes that need not be on one disk twice. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
