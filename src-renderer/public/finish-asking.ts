import type { AcceptedRequest } from '../../src-server/contract/self-service.ts'
import { showNumber } from './request-number.ts'
import { go } from './route.ts'
import { Refused } from './server/refused.ts'
import { clearAsked, justAsked } from './state/draft.ts'
import { rememberNumber } from './state/recent.ts'

/**
 * A request was taken: its pictures follow, then its own screen opens. Pictures that couldn't be sent stay chosen there,
 * for the request stands without them.
 */
export async function finishAsking(
  { request_id: number }: AcceptedRequest,
  send: (number: string) => Promise<void>,
): Promise<void> {
  rememberNumber(showNumber(number))
  try {
    await send(number)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
  justAsked.value = showNumber(number)
  clearAsked()
  go('request', showNumber(number))
}
