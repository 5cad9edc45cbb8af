import { CODE } from '../../contract/error-codes.ts'
import type { Application } from '../../domain/application/application.ts'
import { messageOf } from '../../wire/messages.ts'
import { refuseWith } from '../answers.ts'

/**
 * The specification's table has no code 429. The reply is 201 (failure) with the text of 429
 * (docs/decisions/accounts.md).
 */
export function tooOften({ language }: Pick<Application, 'language'>) {
  return refuseWith(CODE.failure, messageOf(429, language))
}
