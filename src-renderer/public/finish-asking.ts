import type { AcceptedRequest } from '../../src-server/contract/self-service.ts'
import { showNumber } from './request-number.ts'
import { go } from './route.ts'
import { Refused } from './server/refused.ts'
import { clearAsked, justAsked, leftOver, pictures } from './state/draft.ts'
import { rememberNumber } from './state/recent.ts'

/**
 * A request was accepted: its pictures follow, then its own screen opens. That screen names pictures that
 * couldn't be sent, because the request exists without them.
 */
export async function finishAsking(
  { request_id: id }: AcceptedRequest,
  send: (number: string) => Promise<void>,
): Promise<void> {
  const number = showNumber(id)
  rememberNumber(number)
  try {
    await send(number)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    leftOver.value = { number, pictures: pictures.value, refused: error }
    pictures.value = []
  }
  justAsked.value = number
  clearAsked()
  go('request', number)
}
