import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installOnDebian } from './debian-packages.ts'

/** The programs that make the tests' own networks, with their Debian packages. */
const PACKAGES: Readonly<Record<string, string>> = {
  ip: 'iproute2',
  nft: 'nftables',
  miniupnpd: 'miniupnpd-nftables',
}
/** A person's PATH often lacks the folders of the administrator. */
const FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/usr/local/bin', '/usr/bin', '/bin']

function missingTools(): string[] {
  return Object.keys(PACKAGES).filter((tool) => !FOLDERS.some((folder) => existsSync(join(folder, tool))))
}

/** Tests with a router of their own: a home, a router and the outside as network namespaces of Linux. */
export const NETWORK_TOOLS = {
  /** Installs missing tools where that needs no question. */
  get(): void {
    if (process.platform !== 'linux') return
    const packages = missingTools().map((tool) => PACKAGES[tool] ?? tool)
    if (packages.length > 0) installOnDebian(packages)
  },

  /** @returns why the tests can't run on this machine, and how they could. undefined where they can */
  missing(): string | undefined {
    if (process.platform !== 'linux') return 'they need network namespaces, a part of Linux'
    if (process.getuid?.() !== 0) return 'they need root: sudo -E npm test runs them'
    const packages = missingTools().map((tool) => PACKAGES[tool] ?? tool)
    return packages.length === 0 ? undefined : `they need: apt-get install ${packages.join(' ')}`
  },
}
