import type { ReleaseFile } from '../../src-main/updates/feed.ts'

/**
 * The file names that electron-builder makes from our artifactName. Its names of architectures differ by kind
 * of file.
 */
const NAME =
  /^Pulsekey-(?<version>\d+\.\d+\.\d+)-(?<os>win|mac|linux)-(?<arch>[a-z0-9_]+)\.(?<kind>exe|dmg|AppImage|deb)$/
const PLATFORMS: Readonly<Record<string, ReleaseFile['platform']>> = {
  win: 'win32',
  mac: 'darwin',
  linux: 'linux',
}
const ARCHITECTURES: Readonly<Record<string, ReleaseFile['arch']>> = {
  x64: 'x64',
  x86_64: 'x64',
  amd64: 'x64',
  arm64: 'arm64',
  aarch64: 'arm64',
}

/** The kind of a file in dist/. Undefined for a file that no update uses. */
export function describeFile(
  name: string,
): (Pick<ReleaseFile, 'platform' | 'arch' | 'kind'> & { readonly version: string }) | undefined {
  const { version, os = '', arch: word = '', kind } = NAME.exec(name)?.groups ?? {}
  const [platform, arch] = [PLATFORMS[os], ARCHITECTURES[word]]
  if (version === undefined || platform === undefined || arch === undefined) return undefined
  return { version, platform, arch, kind: kind as ReleaseFile['kind'] }
}
