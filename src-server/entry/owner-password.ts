import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../contract/password-rules.ts'

const VARIABLE = 'PULSEKEY_OWNER_PASSWORD'

/**
 * The owner's first password as whoever starts the server gives it: in PULSEKEY_OWNER_PASSWORD, or in the file that
 * PULSEKEY_OWNER_PASSWORD_FILE names, which a service manager or a container's secrets can show to this process alone.
 *
 * @param readFile throws where there is no such file
 * @returns undefined where none is given; an empty file gives none
 * @throws Error saying what is wrong, without the password
 */
export function findOwnerPassword(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string,
): string | undefined {
  const file = env[`${VARIABLE}_FILE`]
  // A file that was written by hand ends with a line's end.
  const password = file ? readFile(file).replace(/\r?\n$/, '') : env[VARIABLE]
  if (password === undefined || password === '') return undefined
  const { length } = Array.from(password)
  if (length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD) {
    throw new Error(`${VARIABLE} must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`)
  }
  return password
}
