import { CONSOLE } from '../../contract/error-codes.ts'
import { passwordProblem } from '../../contract/password-rules.ts'
import { Refused } from '../refused.ts'

/**
 * Refuses a new password that is too short, equals the name, or is among the most common ones.
 * @param field the form's name of the member
 * @throws Refused 422, its reason one of PasswordProblem
 */
export function requireGoodPassword(password: string, name: string, field = 'password'): void {
  const problem = passwordProblem(password, name)
  if (problem !== undefined)
    throw new Refused(CONSOLE.invalid, 'This password is too easy to guess', { [field]: problem })
}
