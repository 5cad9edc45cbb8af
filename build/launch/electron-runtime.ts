import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { exitOf, root, startNode } from './tool.ts'

/**
 * better-sqlite3 13 needs this Node-API version. In an older Electron it crashes instead of refusing to load.
 */
const NODE_API = 10
const PROBE_MS = 5_000
const DOWNLOAD_MS = 180_000
const folder = join(root, 'node_modules', 'electron')

export type Runtime = { readonly path: string } | { readonly missing: string }
type Environment = Readonly<Record<string, string | undefined>>

/** Why this machine can't open a window, with any Electron. Undefined when it can. */
export function whyNoWindow(
  platform: NodeJS.Platform,
  env: Environment,
  isRoot: boolean,
): string | undefined {
  if (platform !== 'linux') return undefined
  if (!env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return 'there is no display'
  // Chromium refuses to run without its sandbox, and its sandbox refuses root.
  return isRoot ? 'Electron does not run as root' : undefined
}

function binaryName(): string {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

function findInstalled(): string | undefined {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  if (override) return join(override, binaryName())
  const record = join(folder, 'path.txt')
  const path = existsSync(record) && join(folder, 'dist', readFileSync(record, 'utf8').trim())
  return path && existsSync(path) ? path : undefined
}

async function isReachable(): Promise<boolean> {
  const mirror = process.env['ELECTRON_MIRROR'] ?? process.env['npm_config_electron_mirror']
  const url = mirror ?? 'https://github.com/electron/electron/releases'
  return fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_MS) }).then(
    () => true,
    () => false,
  )
}

async function download(): Promise<boolean> {
  if (!(await isReachable())) return false
  console.log('Getting Electron, this once…')
  const installer = startNode([join(folder, 'install.js')], { stdio: 'ignore', timeout: DOWNLOAD_MS })
  return (await exitOf(installer)) === 0
}

/**
 * Starts Electron as plain Node, which reveals missing system libraries and too old a version without opening
 * a window.
 */
function whyUnfit(path: string): string | undefined {
  const { status, stdout } = spawnSync(path, ['-p', 'process.versions.napi'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    encoding: 'utf8',
    timeout: 15_000,
  })
  if (status !== 0) return `Electron does not start (${path})`
  return Number(stdout) >= NODE_API ? undefined : `this Electron is too old for the database (${path})`
}

/**
 * Finds the Electron for the desktop, and downloads it if necessary. Otherwise says briefly why there is
 * none.
 */
export async function findElectron(): Promise<Runtime> {
  if (!findInstalled() && !(await download())) return { missing: 'Electron could not be downloaded' }
  const path = findInstalled()
  if (path === undefined) return { missing: 'Electron could not be installed' }
  const unfit = whyUnfit(path)
  return unfit === undefined ? { path } : { missing: unfit }
}
