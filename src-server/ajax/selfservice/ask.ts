import { CODE } from '../../contract/error-codes.ts'
import type { AcceptedRequest } from '../../contract/self-service.ts'
import { showNumber } from '../../domain/aftersales/number.ts'
import type { RequestOrder } from '../../services/requests/requests.ts'
import { refuse, tooMany, type PublicAnswer, type Refusal } from './answers.ts'
import type { PublicCall, PublicServices } from './public-action.ts'

/**
 * Makes a request, within the limits for new ones. Asked twice by the same customer it is made once, and counted once.
 * @param unknown what is said where its code or account is gone by now
 */
export async function ask<C extends number>(
  { ip, now }: PublicCall,
  { limits, requests }: PublicServices,
  order: RequestOrder,
  unknown: Refusal<C>,
): Promise<PublicAnswer<AcceptedRequest, C | typeof CODE.tooMany | typeof CODE.requestExists>> {
  const isUnbind = order.kind === 'unbind'
  const subject = isUnbind ? `code ${order.code.id}` : `device ${order.device.id}`
  const isOpen = await requests.hasOpen(isUnbind ? { codeId: order.code.id } : { deviceId: order.device.id })
  const wait = isOpen ? 0 : limits.request(subject, ip, now)
  if (wait > 0) return tooMany(wait)
  const answer = await requests.open(order, ip)
  const isNew = 'isNew' in answer && answer.isNew
  // Of several at once one makes it.
  if (!isOpen && !isNew) limits.nothingNew(subject, ip, now)
  if ('refused' in answer)
    return answer.refused === 'gone' ? unknown : refuse(CODE.requestExists, 'openElsewhere')
  const { number, state, expiresAt } = answer.request
  return {
    payload: {
      request_id: showNumber(number),
      state,
      expires_at: expiresAt,
      service_hours: requests.serviceHours,
    },
  }
}
