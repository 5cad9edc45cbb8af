/**
 * What a Linux machine needs and the program of another system lacks: Node and the two libraries. The installer gets each
 * from the npm registry, with this checksum. A test compares them with package-lock.json.
 */
export interface LinuxPart {
  readonly arch: 'x64' | 'arm64'
  /** Below the address of a registry. */
  readonly tarball: string
  /** `sha512-` and base64, as package-lock.json has it. */
  readonly integrity: string
  /** The file in the tarball. */
  readonly member: string
  /** Below the folder of the installed program. */
  readonly place: string
}

const NODE = '24.21.0'
const ARGON2 = '2.2.1'
const SQLITE = '13.2.0'
const SQLITE_INTEGRITY =
  'sha512-Z8Q/9x/uNyKxA1v4FNodyItRVRw1TeKBrmj32JhxhR0ceNcBY+wMobt/Bv7M7TzwPAXjnZRtNaEsATnUZSKWZQ=='

const node = (arch: LinuxPart['arch'], integrity: string): LinuxPart => ({
  arch,
  tarball: `node-linux-${arch}/-/node-linux-${arch}-${NODE}.tgz`,
  integrity,
  member: 'package/bin/node',
  place: 'node/bin/node',
})

const argon2 = (arch: LinuxPart['arch'], integrity: string): LinuxPart => ({
  arch,
  tarball: `@node-rs/argon2-linux-${arch}-gnu/-/argon2-linux-${arch}-gnu-${ARGON2}.tgz`,
  integrity,
  member: `package/argon2.linux-${arch}-gnu.node`,
  // Beside the library that loads it, which looks there first.
  place: `node_modules/@node-rs/argon2/argon2.linux-${arch}-gnu.node`,
})

const sqlite = (arch: LinuxPart['arch']): LinuxPart => ({
  arch,
  tarball: `better-sqlite3/-/better-sqlite3-${SQLITE}.tgz`,
  integrity: SQLITE_INTEGRITY,
  member: `package/prebuilds/linux-${arch}.node`,
  place: `node_modules/better-sqlite3/prebuilds/linux-${arch}.node`,
})

export const LINUX_PARTS: readonly LinuxPart[] = [
  node(
    'x64',
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  ),
  node(
    'arm64',
    'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  ),
  argon2(
    'x64',
    'sha512-PIbG2WrqB84k2sdirnSXigFJvAemw0JkzZ/hOg6I9tO2GvhlY4P4z0NgmoRm7iKH+XTMo199src1Upm7RZwRAw==',
  ),
  argon2(
    'arm64',
    'sha512-1R1K1+9LC60sE24VFfu0+DvurMzZMgPMHODCr2b4aUSeB4ST5DgMHqy6nKMyxh3FDjy/xib6g/Ew0+B5O7nPHg==',
  ),
  sqlite('x64'),
  sqlite('arm64'),
]
