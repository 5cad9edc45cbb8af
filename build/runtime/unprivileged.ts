import { existsSync } from 'node:fs'

/** Debian's user for what may own nothing. */
export const NOBODY = 65_534

/**
 * A command line that runs as an ordinary user: Chromium refuses root unless its sandbox is off.
 *
 * @returns the same line where nobody is root
 */
export function asOrdinaryUser(
  command: readonly [string, ...string[]],
  isRoot: boolean,
): [string, ...string[]] {
  if (!isRoot) return [...command]
  const user = ['--reuid', `${NOBODY}`, '--regid', `${NOBODY}`, '--clear-groups']
  return ['setpriv', ...user, '--no-new-privs', '--', ...command]
}

/** Why nothing can be run so; undefined when it can. */
export function whyNotOrdinary(isRoot: boolean): string | undefined {
  return isRoot && !existsSync('/usr/bin/setpriv') ? 'setpriv is missing (Debian: util-linux)' : undefined
}
