import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { installOnDebian } from './debian-packages.ts'

const PACKAGE = 'postgresql'
/** Debian's folder of settings for the clusters that its packages create. */
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.d'
/** Our file in it. */
const OURS = `${CLUSTER_SETTINGS}/pulsekey-tests.conf`

const hasPostgres = (): boolean => globSync('/usr/lib/postgresql/*/bin/initdb').length > 0

/**
 * Finds PostgreSQL, or installs it where that needs no question (root on Debian). Tests start servers of
 * their own in folders of their own, so Debian's package creates no server on port 5432 here.
 * @throws when it is missing, with the command that installs it
 */
export function requirePostgres(): void {
  if (hasPostgres()) return
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    mkdirSync(CLUSTER_SETTINGS, { recursive: true })
    writeFileSync(OURS, "# The tests of Pulsekey start their own servers.\ncreate_main_cluster = 'false'\n")
    installOnDebian([PACKAGE])
  }
  if (hasPostgres()) return
  throw new Error(`the tests need PostgreSQL: apt-get install ${PACKAGE}`)
}
