import type { Clock, Random } from '../contract/ports.ts'
import { RequestTrail } from '../services/request-trail.ts'
import { Requests } from '../services/requests.ts'
import type { PlatformServices } from '../ajax/console/implement.ts'
import type { Services } from './compose-services.ts'
import type { Stores } from './open-stores.ts'
import type { Chore } from './schedule.ts'

export interface RequestServices {
  /** For customers. */
  readonly requests: Requests
  readonly chores: readonly Chore[]
}

/** The use cases of after-sales requests: they stand on those of the console and on the platform's settings. */
export function composeRequests(parts: {
  readonly stores: Stores
  readonly services: Pick<Services, 'registry' | 'stream'>
  readonly platform: Pick<PlatformServices, 'platformSettings'>
  readonly clock: Clock
  readonly random: Random
}): RequestServices {
  const { clock, random } = parts
  const { store } = parts.stores
  const { registry: applications, stream } = parts.services
  const settings = parts.platform.platformSettings
  const trail = new RequestTrail({ applications, stream })
  const requests = new Requests({ store, trail, settings, clock, random })
  return {
    requests,
    chores: [{ name: 'requests', everyMs: 1000, atStart: true, run: () => requests.expireDue() }],
  }
}
