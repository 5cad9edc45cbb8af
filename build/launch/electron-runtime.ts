import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { installElectron } from './install-electron.ts'
import { root } from './tool.ts'

/**
 * better-sqlite3 13 needs this Node-API version. In an older Electron it crashes instead of refusing to load.
 */
const NODE_API = 10
const PROBE_MS = 30_000
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

/**
 * Starts Electron as plain Node, which reveals missing system libraries and too old a version without opening
 * a window.
 */
function whyUnfit(path: string): string | undefined {
  const { status, stdout, stderr } = spawnSync(path, ['-p', 'process.versions.napi'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    encoding: 'utf8',
    timeout: PROBE_MS,
  })
  // A system library that is missing is named there.
  if (status !== 0) return `Electron does not start (${lastLineOf(stderr) || path})`
  return Number(stdout) >= NODE_API ? undefined : `this Electron is too old for the database (${path})`
}

/**
 * Starts Electron as the desktop does: with its sandbox, and with a page that nobody sees. Some Linux systems let ordinary
 * programs make no user namespaces, and Chromium ends there before any of our code runs.
 */
export function whyNoStart(path: string): string | undefined {
  const profile = mkdtempSync(join(tmpdir(), 'pulsekey-probe-'))
  const probe = join(import.meta.dirname, 'sandbox-probe.cjs')
  try {
    const { status, signal, stderr } = spawnSync(path, [probe, `--user-data-dir=${profile}`], {
      encoding: 'utf8',
      timeout: PROBE_MS,
      killSignal: 'SIGKILL',
    })
    if (status === 0) return undefined
    if (/sandbox|namespace/i.test(stderr)) return describeSandbox(path)
    return `Electron ended with ${signal ?? status ?? 'an error'} (${lastLineOf(stderr)})`
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
  }
}

function lastLineOf(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}

function describeSandbox(path: string): string {
  const helper = `"${join(dirname(path), 'chrome-sandbox')}"`
  return `this system lets ordinary programs make no user namespaces, which the window's sandbox needs. To get the window, once: sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`
}

/**
 * Finds the Electron for the desktop, and downloads it if necessary. Otherwise says briefly why there is
 * none.
 */
export async function findElectron(): Promise<Runtime> {
  const why = findInstalled() ? undefined : await installElectron(folder, binaryName())
  if (why !== undefined) return { missing: why }
  const path = findInstalled()
  if (path === undefined) return { missing: 'Electron could not be installed' }
  const unfit = whyUnfit(path) ?? (process.platform === 'linux' ? whyNoStart(path) : undefined)
  return unfit === undefined ? { path } : { missing: unfit }
}
