import type { FollowedRequest } from '../../contract/self-service.ts'
import { mask } from '../../domain/aftersales/mask.ts'
import { showNumber } from '../../domain/aftersales/number.ts'
import type { Followed } from '../../services/requests/requests.ts'
import { picturePath } from '../../domain/aftersales/picture-path.ts'
import type { PublicServices } from './public-action.ts'

/** A request as whoever knows its number sees it: what it is about only by its ends. */
export function followed(
  { request, pictures }: Followed,
  { registry, requests }: PublicServices,
): FollowedRequest {
  return {
    request_id: showNumber(request.number),
    state: request.state,
    expires_at: request.expiresAt,
    service_hours: requests.serviceHours,
    kind: request.kind,
    product: registry.find(request.appId)?.settings.name ?? '',
    subject: mask(request.subject),
    new_key: mask(request.newKey),
    created_at: request.createdAt,
    ended_at: request.endedAt,
    answer: request.answer,
    images: pictures.length,
    pictures: pictures.map((id) => ({ id, path: picturePath(id) })),
    reversed: request.reversedAt !== null,
  }
}
