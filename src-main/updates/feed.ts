import type { KeyObject } from 'node:crypto'

import { z } from 'zod'

import { isSignedBy } from './signature.ts'
import { isVersion } from './version.ts'

const httpsUrl = z.url({ protocol: /^https$/ })

/** A file to install from. */
const releaseFile = z.strictObject({
  platform: z.enum(['win32', 'darwin', 'linux']),
  arch: z.enum(['x64', 'arm64']),
  kind: z.enum(['exe', 'dmg', 'AppImage', 'deb']),
  url: httpsUrl,
  /** Bytes. */
  size: z
    .int()
    .positive()
    .max(2 ** 31),
  /** Base64. */
  sha512: z.base64().length(88),
})

const release = z.strictObject({
  version: z.string().refine(isVersion),
  /** Unix seconds. */
  releasedAt: z.int().nonnegative(),
  /** The release notes, for people. */
  notes: z.strictObject({ en: z.string().max(8000), zh: z.string().max(8000) }),
  files: z.array(releaseFile).min(1).max(50),
})

/**
 * The content at the feed's address. The signature covers the exact text, so that two readers can't interpret
 * it differently.
 */
const feed = z.strictObject({ release: z.string().max(100_000), signature: z.base64() })

export type Release = z.output<typeof release>
export type ReleaseFile = z.output<typeof releaseFile>

/** Why a feed is refused. `unreadable`: it has another form. `forged`: no trusted key signed it. */
export type FeedRefusal = 'unreadable' | 'forged'

/**
 * Checks the signature first, and never reads an unsigned release.
 * @param text the answer of the feed's address
 */
export function readFeed(text: string, publicKey: KeyObject): Release | FeedRefusal {
  const outer = feed.safeParse(parse(text))
  if (!outer.success) return 'unreadable'
  if (!isSignedBy(publicKey, outer.data.release, outer.data.signature)) return 'forged'
  const inner = release.safeParse(parse(outer.data.release))
  return inner.success ? inner.data : 'unreadable'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The program's version, its system, and how it was installed. */
export interface Installation {
  readonly version: string
  readonly platform: NodeJS.Platform
  readonly arch: string
  /** On Linux: whether it runs from an AppImage (the variable APPIMAGE is set). */
  readonly isAppImage: boolean
}

export function kindFor({ platform, isAppImage }: Installation): ReleaseFile['kind'] | undefined {
  if (platform === 'win32') return 'exe'
  if (platform === 'darwin') return 'dmg'
  if (platform === 'linux') return isAppImage ? 'AppImage' : 'deb'
  return undefined
}

/** The file of a release for this installation. Undefined for none. */
export function findFile({ files }: Release, installation: Installation): ReleaseFile | undefined {
  const kind = kindFor(installation)
  const { platform, arch } = installation
  return files.find((file) => file.kind === kind && file.platform === platform && file.arch === arch)
}
