import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

const GITHUB = 'https://github.com/electron/electron/releases/download/'
/** A mirror in China, where GitHub is slow or blocked. */
const MIRROR = 'https://npmmirror.com/mirrors/electron/'

export interface ElectronSource {
  readonly name: string
  readonly url: string
  readonly sha256: string
}

/**
 * Where Electron's archive for a platform is, and its checksum, which the package electron has.
 * @param folder of the package electron
 * @returns undefined where Electron has none for this platform
 */
export function electronSource(
  folder: string,
  platform: string,
  arch: string,
  env: Environment,
): ElectronSource | undefined {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const sums = JSON.parse(readFileSync(join(folder, 'checksums.json'), 'utf8')) as Environment
  const name = `electron-v${version}-${platform}-${arch}.zip`
  const sha256 = sums[name]
  if (sha256 === undefined) return undefined
  const base = mirrorOf(env) ?? GITHUB
  const place = (env['ELECTRON_CUSTOM_DIR'] ?? `v${version}`).replaceAll('{{ version }}', version)
  return { name, url: `${base.endsWith('/') ? base : `${base}/`}${place}/${name}`, sha256 }
}

function mirrorOf(env: Environment): string | undefined {
  return env['ELECTRON_MIRROR'] || env['npm_config_electron_mirror'] || undefined
}

/** The advice after a failed download: a command that works as it is printed. */
export function mirrorHint(platform: NodeJS.Platform, env: Environment): string {
  if (mirrorOf(env) !== undefined) return 'ELECTRON_MIRROR names the source; without it, GitHub is used.'
  const command =
    platform === 'win32'
      ? `$env:ELECTRON_MIRROR="${MIRROR}"; npm start`
      : `ELECTRON_MIRROR=${MIRROR} npm start`
  return `Another source, also for China: ${command}`
}
