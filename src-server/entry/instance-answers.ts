import { createConsole, type AjaxReply, type AjaxRequest } from '../ajax/console/dispatch.ts'
import { createSelfService, type PublicReply, type PublicRequest } from '../ajax/selfservice/dispatch.ts'
import type { HttpReply } from '../runtime/call.ts'
import { writeStandard } from '../runtime/write-reply.ts'
import { AWAY_CODE, awayText } from '../services/move/away.ts'
import type { KeptMove } from '../services/move/move-host.ts'
import type { ServiceContext } from '../services/service-context.ts'
import type { CallHandling } from './call-handling.ts'
import { pauseFor } from './call-services.ts'
import type { Areas } from './create-areas.ts'

/** Programs try again after a 503. */
export function refuseAway(away: KeptMove, now: number): HttpReply {
  const answer = { code: AWAY_CODE, msg: awayText(away) }
  return { ...writeStandard({ settings: undefined, now, value: '' }, answer), status: AWAY_CODE }
}

export function refusePublicAway(away: KeptMove, now: number): PublicReply {
  return { status: 200, json: { code: AWAY_CODE, msg: awayText(away), time: now }, retryAfter: undefined }
}

export function answerConsole(
  { bus, clock, log }: ServiceContext,
  areas: Areas,
  { inspector, callExamples, kits, kitLinks }: CallHandling,
): (request: AjaxRequest) => Promise<AjaxReply | undefined> {
  const { liveFeed } = areas.devices
  const lookAgain = () => {
    liveFeed.lookAgain().catch((error: unknown) => {
      log.error('live.look', error)
    })
  }
  bus.subscribe('standing', lookAgain)
  bus.onMissed(lookAgain)
  return createConsole({
    services: {
      ...areas.session,
      ...areas.platform,
      ...areas.people,
      ...areas.applications,
      ...areas.codes,
      ...areas.customFields,
      ...areas.accounts,
      ...areas.bringOver,
      ...areas.devices,
      ...areas.fleet,
      ...areas.performance,
      ...areas.imports,
      ...areas.sales,
      ...areas.agents,
      ...areas.requests,
      ...areas.risk,
      ...areas.rules,
      ...areas.reach,
      ...areas.messenger,
      ...areas.business,
      ...areas.channels,
      ...areas.notices,
      ...areas.webhooks,
      ...areas.start,
      inspector,
      callExamples,
      kits,
      kitLinks,
    },
    clock,
    log,
    standingChanged: () => {
      lookAgain()
      bus.publish('standing', null)
    },
  })
}

export function answerPublic(
  { registry, clock, log }: ServiceContext,
  { selfService, platform, people, requests, accounts, performance }: Areas,
  { kitLinks }: CallHandling,
  pause: (ms: number) => Promise<void> = pauseFor,
): (request: PublicRequest) => Promise<PublicReply | undefined> {
  return createSelfService({
    services: {
      ...selfService,
      registry,
      platformSettings: platform.platformSettings,
      publicAddress: platform.publicAddress,
      certifications: people.certifications,
      requests: requests.requests,
      accountRecharges: accounts.accountRecharges,
      kitLinks,
      reportLinks: performance.reportLinks,
    },
    clock,
    log,
    pause,
  })
}
