import type { PlatformServices } from '../ajax/console/platform.ts'
import type { RequestServices as ReviewServices } from '../ajax/console/requests.ts'
import type { Clock, Random } from '../contract/ports.ts'
import { ReplyTemplates } from '../services/requests/reply-templates.ts'
import { RequestBulk } from '../services/requests/request-bulk.ts'
import { RequestDecisions } from '../services/requests/request-decisions.ts'
import { RequestDesk } from '../services/requests/request-desk.ts'
import { RequestEvidence } from '../services/requests/request-evidence.ts'
import { RequestTrail } from '../services/requests/request-trail.ts'
import { Requests } from '../services/requests/requests.ts'
import type { Services } from './compose-services.ts'
import type { Stores } from './open-stores.ts'
import type { Chore } from './schedule.ts'

export interface RequestServices {
  /** For customers. */
  readonly requests: Requests
  /** For those who decide. */
  readonly console: ReviewServices
  readonly chores: readonly Chore[]
}

/** The use cases of after-sales requests: they stand on those of the console and on the platform's settings. */
export function composeRequests(parts: {
  readonly stores: Stores
  readonly services: Pick<Services, 'registry' | 'devices' | 'bans' | 'agentRights' | 'journal' | 'stream'>
  readonly platform: Pick<PlatformServices, 'platformSettings'>
  readonly clock: Clock
  readonly random: Random
}): RequestServices {
  const { clock, random } = parts
  const { store } = parts.stores
  const { registry: applications, devices, bans, agentRights: rights, journal, stream } = parts.services
  const settings = parts.platform.platformSettings
  const trail = new RequestTrail({ applications, stream })
  const requests = new Requests({ store, trail, settings, clock, random })
  const evidence = new RequestEvidence({ store, applications, devices, bans, journal, settings, clock })
  const decisions = new RequestDecisions({
    store,
    trail,
    applications,
    devices,
    bans,
    rights,
    journal,
    clock,
  })
  return {
    requests,
    console: {
      requestDesk: new RequestDesk({ store, evidence, settings, clock }),
      requestDecisions: decisions,
      requestBulk: new RequestBulk({ store, evidence, decisions, rights }),
      replyTemplates: new ReplyTemplates({ store, clock }),
    },
    chores: [
      { name: 'requests', everyMs: 1000, atStart: true, run: () => requests.expireDue() },
      {
        name: 'pictures of requests',
        everyMs: 3_600_000,
        atStart: true,
        run: () => requests.forgetPictures(),
      },
    ],
  }
}
