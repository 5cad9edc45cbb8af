import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import process from 'node:process'
import { systemClock } from '../adapters/system.ts'
import { settleDataFolder, type SettledFolder, type SettleParts } from './settle-folder.ts'
import type { UserPlaces } from './usual-folder.ts'

export function placesOfThisUser(): UserPlaces {
  return { platform: process.platform, home: homedir(), env: process.env }
}

/** The data folder of this process, where the command line names none. @param profile the desktop's, if it has one */
export function settleForThisUser(profile?: string): SettledFolder {
  return settleDataFolder({
    user: placesOfThisUser(),
    profile,
    sudoUser: findSudoUser(),
    taker: { pid: process.pid, now: systemClock.now() },
  })
}

/** The person who became root by sudo. */
function findSudoUser(): SettleParts['sudoUser'] {
  const name = process.env['SUDO_USER']
  if (process.geteuid?.() !== 0 || name === undefined || name === 'root') return undefined
  const home = process.platform === 'darwin' ? `/Users/${name}` : readHome(name)
  return home === undefined || home === homedir() ? undefined : { name, home }
}

function readHome(name: string): string | undefined {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
    return lines.find((line) => line.startsWith(`${name}:`))?.split(':')[5]
  } catch {
    return undefined
  }
}
