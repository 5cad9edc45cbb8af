import { failureOf, type AjaxReply, type AjaxRequest } from '../ajax/console/dispatch.ts'
import type { PublicReply, PublicRequest } from '../ajax/selfservice/dispatch.ts'
import { CODE } from '../contract/error-codes.ts'
import type { Clock } from '../contract/ports.ts'
import { StorageFailure } from '../contract/storage-failure.ts'
import type { AnswerCall } from '../runtime/call.ts'
import type { KeptMove } from '../services/move/move-host.ts'
import { messageOf } from '../wire/messages.ts'
import type { CopyGate } from './copy-gate.ts'
import { refuseAway, refusePublicAway } from './instance-answers.ts'
import type { LoadGate } from './load-gate.ts'

interface Parts {
  /** The new place of a server that moved. */
  readonly away: KeptMove | undefined
  readonly loadGate: LoadGate
  readonly copyGate: CopyGate
  readonly answer: AnswerCall
  readonly askConsole: (request: AjaxRequest) => Promise<AjaxReply | undefined>
  readonly askPublic: (request: PublicRequest) => Promise<PublicReply | undefined>
  readonly clock: Clock
}

export interface Doors {
  readonly answer: AnswerCall
  readonly answerConsole: (request: AjaxRequest) => Promise<AjaxReply | undefined>
  readonly answerPublic: (request: PublicRequest) => Promise<PublicReply | undefined>
  /** Whether people's requests can be answered: the accounts are loaded, and memory is right. */
  readonly opensSoon: () => Promise<boolean>
}

/** The time after which a customer's page should ask again, seconds. */
const RETRY_SECONDS = 5

/** The answers of an instance, and those while it can't give them. */
export function createDoors({
  away,
  loadGate,
  copyGate,
  answer,
  askConsole,
  askPublic,
  clock,
}: Parts): Doors {
  return {
    answer: away === undefined ? copyGate.guard(answer) : () => refuseAway(away, clock.now()),
    answerConsole: async (request) => {
      if (!(await copyGate.opensSoon())) return refuseStoreAway(clock.now())
      return (await loadGate.opensSoon()) ? askConsole(request) : loadGate.refuseConsole()
    },
    answerPublic: async (request) => {
      if (away !== undefined) return refusePublicAway(away, clock.now())
      if (!(await copyGate.opensSoon())) return refusePublicStoreAway(clock.now())
      return (await loadGate.opensSoon()) ? askPublic(request) : loadGate.refusePublic()
    },
    opensSoon: async () => (await copyGate.opensSoon()) && (await loadGate.opensSoon()),
  }
}

function refuseStoreAway(now: number): AjaxReply {
  return { ...failureOf(new StorageFailure('away', undefined)), time: now }
}

function refusePublicStoreAway(now: number): PublicReply {
  const msg = messageOf(CODE.stopping, 'zh')
  return { status: 200, json: { code: CODE.stopping, msg, time: now }, retryAfter: RETRY_SECONDS }
}
