import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../contract/password-rules.ts'

const VARIABLE = 'PULSEKEY_OWNER_PASSWORD'

/**
 * Reads the owner's first password: from PULSEKEY_OWNER_PASSWORD, or from the file that PULSEKEY_OWNER_PASSWORD_FILE
 * names. A service manager or a container's secrets can show that file to this process alone.
 * @param readFile throws where the file does not exist
 * @returns undefined where no password is given; an empty file gives none
 * @throws Error that says what is wrong, without the password
 */
export function findOwnerPassword(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string,
): string | undefined {
  const file = env[`${VARIABLE}_FILE`]
  // A file written by hand ends with a line break.
  const password = file ? readFile(file).replace(/\r?\n$/, '') : env[VARIABLE]
  if (password === undefined || password === '') return undefined
  const { length } = Array.from(password)
  if (length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD) {
    throw new Error(`${VARIABLE} must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`)
  }
  return password
}
