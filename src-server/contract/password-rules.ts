/** Why a new console password is refused. Existing passwords stay valid. */
export type PasswordProblem = 'short' | 'name' | 'common'

export const SHORTEST_PASSWORD = 10
export const LONGEST_PASSWORD = 256

/** Passwords that are long enough, but among the first that attackers try. */
const COMMON: ReadonlySet<string> = new Set([
  '0123456789',
  '1234567890',
  '9876543210',
  '0987654321',
  '123456789a',
  'a123456789',
  '1q2w3e4r5t',
  '1qaz2wsx3edc',
  '1q2w3e4r5t6y',
  'qwertyuiop',
  'qwerty12345',
  'qwerty123456',
  'abc1234567',
  'abcd123456',
  'abc123456789',
  'abcdefghij',
  'password12',
  'password123',
  'password1234',
  'passw0rd123',
  'passwordpassword',
  'iloveyou123',
  'iloveyou520',
  'administrator',
  'adminadmin',
  'admin12345',
  'admin123456',
  'welcome123',
  'letmein123',
  'changeme123',
  'woaini1314',
  'woaini520',
  'woaini1314520',
  '5201314520',
  '1314520520',
  '1122334455',
  '1231231231',
])
/** A password with fewer different characters is a simple pattern: 1111111111, abababab12. */
const FEWEST_CHARACTERS = 5
/** A password that is the name with fewer other characters counts as the name. */
const LEAST_BESIDE_NAME = 5

/** @returns undefined for an acceptable password */
export function passwordProblem(password: string, name: string): PasswordProblem | undefined {
  const plain = password.toLowerCase()
  const called = name.trim().toLowerCase()
  if (Array.from(password).length < SHORTEST_PASSWORD) return 'short'
  if (called !== '' && plain.includes(called) && plain.replaceAll(called, '').length < LEAST_BESIDE_NAME)
    return 'name'
  if (COMMON.has(plain) || new Set(plain).size < FEWEST_CHARACTERS) return 'common'
  return undefined
}
