import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CERTIFICATE_MEMBERS, type BundleOrder } from '../../services/move/move-host.ts'
import { KITS } from '../adapters/kit-folder.ts'
import { INSTALL_SCRIPT } from './install-script.ts'
import { LINUX_PARTS, type LinuxPart } from './linux-parts.ts'
import { TarWriter } from './tar-writer.ts'
import { serviceUnit } from './service-unit.ts'

/** Ordinary users may open ports from here on. */
const FIRST_FREE_PORT = 1024
/** The folder in the archive. */
const TOP = 'pulsekey-move'
/** The files of the program that every system shares. */
const PROGRAM = ['package.json', 'out', 'drizzle', KITS]
const LIBRARIES = ['node_modules/better-sqlite3', 'node_modules/@node-rs/argon2']
/** Sources, the libraries of other systems, and what the desktop alone needs. A kit is whole. */
const LEFT_OUT =
  /(?:^(?!src-server\/kits\/[a-z0-9]+\/).*\.(?:map|ts|md|node|gyp)$|\/better-sqlite3\/(?:deps|src)(?:\/|$)|^out\/preload(?:\/|$))/

export interface BundleParts {
  /** The folder of package.json, out/, drizzle/ and src-server/kits/. */
  readonly root: string
  readonly data: string
  /** Tests have their own. */
  readonly linuxParts?: readonly LinuxPart[]
}

/** @returns why this program can make no bundle */
export function whyNoBundle({ root }: BundleParts): string | undefined {
  return existsSync(join(root, 'out/main/serve.js'))
    ? undefined
    : 'The program runs from its sources and is not built. Run: npm run build'
}

/** Packs program, backup, used signatures and installer into one file beside the data. */
export async function makeBundle(
  { root, data, linuxParts = LINUX_PARTS }: BundleParts,
  order: BundleOrder,
): Promise<{ path: string; size: number; sha256: string }> {
  const folder = join(data, 'moves')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stamp = new Date(order.at * 1000).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const path = join(folder, `pulsekey-move-${stamp}.tar.gz`)
  const part = `${path}.part`
  rmSync(part, { force: true })
  const tar = new TarWriter(part, order.at)
  await tar.add(`${TOP}/install.sh`, Buffer.from(INSTALL_SCRIPT), 0o700)
  await tar.add(
    `${TOP}/pulsekey.service`,
    Buffer.from(serviceUnit({ lowPorts: order.ports.some((port) => port < FIRST_FREE_PORT) })),
  )
  await tar.add(`${TOP}/parts.txt`, Buffer.from(linuxParts.map(lineOf).join('')))
  const { at, publicPort, ports } = order
  await tar.add(`${TOP}/move.json`, Buffer.from(JSON.stringify({ at, publicPort, ports })))
  for (const name of [...PROGRAM, ...LIBRARIES].flatMap((top) => filesBelow(root, top)))
    await tar.add(`${TOP}/program/${name}`, readFileSync(join(root, name)))
  for (const { place, source } of presentParts(root, linuxParts))
    await tar.addFile(`${TOP}/program/${place}`, source)
  const backup = `${TOP}/data/backup/${basename(order.backup)}`
  for (const name of readdirSync(order.backup))
    await tar.addFile(`${backup}/${name}`, join(order.backup, name))
  for (const name of filesBelow(data, 'signatures'))
    await tar.addFile(`${TOP}/data/${name}`, join(data, name))
  // The name moves, so its certificate moves. A file that is gone stays behind.
  for (const member of CERTIFICATE_MEMBERS) {
    const file = order.certificates[member]
    if (file !== '' && existsSync(file)) await tar.addFile(`${TOP}/data/certificates/${member}.pem`, file)
  }
  await tar.end()
  renameSync(part, path)
  return { path, size: statSync(path).size, sha256: await hashOf(path) }
}

/** arch, tarball, SHA-512 in hex, member, place: what the installer reads, a line each. */
function lineOf({ arch, tarball, integrity, member, place }: LinuxPart): string {
  const sha512 = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
  return `${[arch, tarball, sha512, member, place].join(' ')}\n`
}

/** The paths of files, from `root` on, with slashes. None for a missing folder. */
function filesBelow(root: string, name: string): string[] {
  if (LEFT_OUT.test(name)) return []
  const path = join(root, name)
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [name]
  return readdirSync(path).flatMap((inner) => filesBelow(root, `${name}/${inner}`))
}

/** The libraries for Linux that this installation has. The installer gets the others. */
function presentParts(root: string, parts: readonly LinuxPart[]): { place: string; source: string }[] {
  return parts.flatMap(({ arch, place, member }) => {
    const own = join(root, 'node_modules/@node-rs', `argon2-linux-${arch}-gnu`, basename(member))
    const source = [join(root, place), own].find((path) => !place.startsWith('node/') && existsSync(path))
    return source === undefined ? [] : [{ place, source }]
  })
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
