import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { ServiceContext } from '../service-context.ts'
import { BindRequests } from './bind-requests.ts'
import { ReplyTemplates } from './reply-templates.ts'
import { RequestBulk } from './request-bulk.ts'
import { RequestDecisions } from './request-decisions.ts'
import { RequestEvidence } from './request-evidence.ts'
import { RequestTrail } from './request-trail.ts'
import { Requests } from './requests.ts'
import { ReviewQueue } from './review-queue.ts'

type Deps = Pick<
  ServiceContext,
  'store' | 'registry' | 'devices' | 'bans' | 'agentRights' | 'journal' | 'stream' | 'clock' | 'random'
> & {
  readonly settings: { readonly current: PlatformSettings }
}

export type RequestServices = ReturnType<typeof createRequestServices>

/** Requests of customers: how customers make them, and how operators decide them. */
export function createRequestServices(deps: Deps) {
  const { store, registry: applications, devices, agentRights: rights, stream, settings, clock } = deps
  const trail = new RequestTrail({ applications, stream })
  const evidence = new RequestEvidence({ ...deps, applications })
  const decisions = new RequestDecisions({ ...deps, trail, applications, rights })
  return {
    requests: new Requests({ ...deps, trail }),
    reviewQueue: new ReviewQueue({ store, evidence, settings, clock }),
    requestDecisions: decisions,
    requestBulk: new RequestBulk({ store, evidence, decisions, rights }),
    replyTemplates: new ReplyTemplates({ store, clock }),
    bindRequests: new BindRequests({ store, applications, devices, clock }),
  }
}
