import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installOnDebian } from './debian-packages.ts'

/** The programs that tests start: they compile and run the clients of tests/clients, are a proxy in front, or an authority. */
const PACKAGES: Readonly<Record<string, string>> = {
  gcc: 'gcc',
  'g++': 'g++',
  'lua5.1': 'lua5.1',
  'lua5.4': 'lua5.4',
  python3: 'python3',
  php: 'php-cli',
  javac: 'default-jdk-headless',
  curl: 'curl',
  openssl: 'openssl',
  nginx: 'nginx-light',
  pebble: 'pebble',
}

function missingTools(): string[] {
  // Debian's nginx is in a folder that only root's PATH has.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  return Object.keys(PACKAGES).filter((tool) => !folders.some((folder) => existsSync(join(folder, tool))))
}

/** PHP without its curl extension skips the tests that need it. */
function missingExtensions(): string[] {
  return globSync('/usr/lib/php/*/curl.so').length === 0 ? ['php-curl'] : []
}

/**
 * Installs missing tools where that needs no question. The clients' tests name the tools that are still
 * missing.
 */
export function getClientTools(): void {
  const packages = [...missingTools().map((tool) => PACKAGES[tool] ?? tool), ...missingExtensions()]
  if (packages.length === 0) return
  // gcc alone doesn't bring the C library's headers.
  installOnDebian(packages.includes('gcc') ? [...packages, 'libc6-dev'] : packages)
}
