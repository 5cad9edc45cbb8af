import type { ReleaseFile } from '../../src-main/updates/feed.ts'

/** As electron-builder names what it makes by our artifactName; its words for architectures differ by kind of file. */
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

/** What a file of dist/ is; undefined for what nobody installs an update from. */
export function describeFile(
  name: string,
): (Pick<ReleaseFile, 'platform' | 'arch' | 'kind'> & { readonly version: string }) | undefined {
  const { version, os = '', arch: word = '', kind } = NAME.exec(name)?.groups ?? {}
  const [platform, arch] = [PLATFORMS[os], ARCHITECTURES[word]]
  if (version === undefined || platform === undefined || arch === undefined) return undefined
  return { version, platform, arch, kind: kind as ReleaseFile['kind'] }
}
