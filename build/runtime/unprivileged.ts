import { existsSync } from 'node:fs'

/** The id of Debian's user `nobody`, who owns nothing. */
export const NOBODY = 65_534

/**
 * A command line that runs as an ordinary user, because Chromium refuses root unless its sandbox is off.
 * @returns the unchanged command when the caller isn't root
 */
export function asOrdinaryUser(
  command: readonly [string, ...string[]],
  isRoot: boolean,
): [string, ...string[]] {
  if (!isRoot) return [...command]
  const user = ['--reuid', `${NOBODY}`, '--regid', `${NOBODY}`, '--clear-groups']
  return ['setpriv', ...user, '--no-new-privs', '--', ...command]
}

/** Why nothing can run as an ordinary user. Undefined when it can. */
export function whyNotOrdinary(isRoot: boolean): string | undefined {
  return isRoot && !existsSync('/usr/bin/setpriv') ? 'setpriv is missing (Debian: util-linux)' : undefined
}
