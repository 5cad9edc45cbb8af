import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { SignInRepository } from '../../repositories/sign-ins.ts'

export function createSignInRepository(_connection: Connection): SignInRepository {
  return missing('sign-ins')
}
