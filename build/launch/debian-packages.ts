import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether apt's lists are of now. */
let hasLists = false

/**
 * Installs packages where that needs no question: as root on Debian. Elsewhere, or when it fails, it does
 * nothing.
 */
export function installOnDebian(packages: readonly string[]): void {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return
  console.log(`Installing ${packages.join(', ')} for the tests…`)
  hasLists ||= runApt(['update'])
  runApt(['install', '-y', '--no-install-recommends', ...packages])
}

function runApt(args: readonly string[]): boolean {
  const { status } = spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status === 0
}
