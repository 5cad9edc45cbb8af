import { showNumber } from '../../domain/aftersales/number.ts'
import type { Request } from '../../domain/aftersales/request.ts'
import type { Device } from '../../domain/device/device.ts'
import { requestMessage } from '../../domain/outbox/request-message.ts'
import type { Unit, WriteUnit } from '../../store/store.ts'
import type { LiveStream } from '../../telemetry/live-stream.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { audit, type Auditor } from '../platform/audit-trail.ts'
import { happened } from '../webhooks/happened.ts'

interface Parts {
  readonly applications: ApplicationRegistry
  readonly stream: LiveStream
}

const EVERYTHING = { kind: 'everything' } as const

/**
 * Records each change of a request: a row of the audit log, a message to the customer, an event for the viewers of
 * the live stream.
 */
export class RequestTrail {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @param before undefined for a new request @param at Unix seconds */
  async leave(
    unit: WriteUnit,
    actor: Auditor,
    at: number,
    { action, before, after }: { action: string; before: Request | undefined; after: Request },
  ): Promise<void> {
    const { applications, stream } = this.#parts
    const app = after.appId
    const owner = applications.ownerOf(app)
    await audit(unit, actor, at, {
      action,
      subject: subjectOf(after),
      app,
      owner,
      before: before && outcomeOf(before),
      after: before === undefined ? contentOf(after) : outcomeOf(after),
    })
    await happened(unit, { event: 'request', app, at, data: () => dataOf(after) })
    const { device, agentId } = await attachedTo(unit, after)
    const application = applications.find(app)?.settings
    if (application !== undefined && device !== undefined && device.messengerOpenId !== '')
      await unit.outbox.add(requestMessage(application, after, device.messengerOpenId, at))
    unit.afterCommit(() => {
      const by = after.reversedByName || after.decidedByName
      stream.request({ ownerId: owner, agentId }, { id: after.id, state: after.state, by })
    })
  }

  /** The customer added a picture. */
  async picture(
    unit: WriteUnit,
    actor: Auditor,
    at: number,
    request: Request,
    images: number,
  ): Promise<void> {
    await audit(unit, actor, at, {
      action: 'request_image',
      subject: subjectOf(request),
      app: request.appId,
      owner: this.#parts.applications.ownerOf(request.appId),
      after: { images },
    })
  }
}

/** The customer's trading account, and the agent of the request. */
async function attachedTo(
  unit: Unit,
  request: Request,
): Promise<{ device: Device | undefined; agentId: number | null }> {
  if (request.deviceId !== null) {
    const [device] = await unit.devices.ofIds([request.deviceId])
    return { device, agentId: device?.agentId ?? null }
  }
  const code = request.codeId === null ? undefined : await unit.codes.get(EVERYTHING, request.codeId)
  if (code === undefined) return { device: undefined, agentId: null }
  const device = code.accountKey === '' ? undefined : await unit.devices.find(code.appId, code.accountKey)
  return { device, agentId: code.agentId }
}

function subjectOf({ id, number }: Request) {
  return { kind: 'request', id, label: showNumber(number) }
}

function dataOf(request: Request) {
  const { number, kind, state, subject, newKey, contact, reason, description, answer } = request
  return {
    number: showNumber(number),
    ...{ kind, state, subject, contact, reason, description, answer },
    new_account: newKey,
    is_reversed: request.reversedAt !== null,
    by: request.reversedByName || request.decidedByName,
  }
}

function contentOf({ kind, subject, newKey, reason }: Request) {
  return { kind, subject, newKey, reason }
}

function outcomeOf({ state, answer, waived, takenSeconds, takenUses, freedMachine, reversedAt }: Request) {
  return { state, answer, waived, takenSeconds, takenUses, freedMachine, reversedAt }
}
