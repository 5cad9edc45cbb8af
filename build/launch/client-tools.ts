import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installOnDebian } from './debian-packages.ts'

/** What the clients of tests/clients are compiled and run with, and the Debian package it comes in. */
const PACKAGES: Readonly<Record<string, string>> = {
  gcc: 'gcc',
  'lua5.4': 'lua5.4',
  python3: 'python3',
  php: 'php-cli',
  curl: 'curl',
  openssl: 'openssl',
}

function missingTools(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return Object.keys(PACKAGES).filter((tool) => !folders.some((folder) => existsSync(join(folder, tool))))
}

/** Gets what is missing where that can be done unasked. What still is, the clients' tests name. */
export function getClientTools(): void {
  const packages = missingTools().map((tool) => PACKAGES[tool] ?? tool)
  if (packages.length === 0) return
  // gcc alone brings no C library's headers.
  installOnDebian(packages.includes('gcc') ? [...packages, 'libc6-dev'] : packages)
}
