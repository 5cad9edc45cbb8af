import { existsSync } from 'node:fs'
import { installOnDebian } from './debian-packages.ts'

/** The programs of the drill with a real failover, with their Debian packages. */
const PACKAGES: Readonly<Record<string, string>> = {
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/bin/openssl': 'openssl',
}

const missingPackages = () =>
  Object.entries(PACKAGES).flatMap(([program, name]) => (existsSync(program) ? [] : [name]))

/**
 * Finds etcd, Patroni and HAProxy, or installs them where that needs no question (root on Debian).
 * @throws when one is missing, with the command that installs it
 */
export function requireFailoverTools(): void {
  if (missingPackages().length > 0) installOnDebian(missingPackages())
  const missing = missingPackages()
  if (missing.length > 0)
    throw new Error(`the drill with a failover needs: apt-get install ${missing.join(' ')}`)
}
