import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock } from '../../contract/ports.ts'
import type { PolicyRecord } from '../../contract/records/request.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import { mayWaive, permits, refuseReversal, stateAt } from '../../domain/aftersales/decide-request.ts'
import { previewUnbind, unbindCost } from '../../domain/aftersales/policy.ts'
import type { Request } from '../../domain/aftersales/request.ts'
import type { Code } from '../../domain/code/code.ts'
import type { RequestEnd, ResponsibleRequest } from '../../store/repositories/requests.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { CodeJournal } from '../../telemetry/code-journal.ts'
import type { AgentBans } from '../agents/agent-bans.ts'
import type { AgentRights } from '../agents/agent-rights.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { audit } from '../platform/audit-trail.ts'
import { moveDevice } from '../devices/device-moves.ts'
import { happened } from '../webhooks/happened.ts'
import { Refused } from '../refused.ts'
import { placesOf } from './request-record.ts'
import type { RequestTrail } from './request-trail.ts'

interface Parts {
  readonly store: Store
  readonly trail: RequestTrail
  readonly applications: ApplicationRegistry
  readonly bans: AgentBans
  readonly rights: AgentRights
  readonly journal: CodeJournal
  readonly clock: Clock
}

export interface Decision {
  readonly id: number
  readonly decision: 'approve' | 'reject'
  /** The answer to the customer. */
  readonly note: string
  /** Ignores the application's policy: the unbind costs nothing. */
  readonly waive: boolean
}

/** The effect of an approval, for the record. */
type Deed = Partial<RequestEnd>

const EVERYTHING = { kind: 'everything' } as const

/** Decides requests, once each, with all effects in the same unit of work. */
export class RequestDecisions {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * @param action for the audit log
   * @throws Refused 403 for a waiver by an agent, and with `fields.right` for a decision that an agent may not make;
   *   404; 409 with `fields.state` where the request is decided already, and with `policy`, `new_key` or `subject`
   *   where an approval can't be done
   */
  async handle(actor: Actor, decision: Decision, action: string): Promise<void> {
    const { store, trail, clock } = this.#parts
    if (decision.waive && !mayWaive(actor))
      throw new Refused(CONSOLE.forbidden, 'Agents keep to the policy', { waive: 'not for agents' })
    await store.write(
      async (unit) => {
        const now = clock.now()
        const before = await findRequest(unit, actor, decision.id)
        this.#requireRight(actor, before)
        if (stateAt(before, now) !== 'pending') throw handled(before, stateAt(before, now))
        const deed: Deed =
          decision.decision === 'reject' ? {} : await this.#approve(unit, actor, before, decision.waive, now)
        const after = await unit.requests.end(before.id, {
          state: decision.decision === 'reject' ? 'rejected' : 'approved',
          endedAt: now,
          decidedBy: actor.personId,
          decidedByName: actor.name,
          answer: decision.note,
          ...deed,
        })
        if (after === undefined) throw new Error('the request was decided in the same unit of work')
        await trail.leave(unit, actor, now, { action, before, after })
      },
      { durable: true },
    )
  }

  /**
   * Moves the trading account of an approved rebind back.
   * @throws Refused 403 as above, 404, 409 with `fields`: `state` for anything but an approved rebind, `reversed`,
   *   `subject`, `new_key` where the account was moved on, `old_key` where another account has it by now
   */
  async reverse(actor: Actor, id: number, note: string): Promise<void> {
    const { store, trail, clock } = this.#parts
    await store.write(
      async (unit) => {
        const now = clock.now()
        const before = await findRequest(unit, actor, id)
        this.#requireRight(actor, before)
        const refusal = refuseReversal(before, now)
        if (refusal === 'notApproved') throw conflict('This is no approved rebind', { state: before.state })
        if (refusal !== undefined) throw conflict(REVERSAL[refusal], { reversed: refusal })
        await this.#moveBack(unit, actor, before, now)
        const after = await unit.requests.reverse(id, {
          reversedAt: now,
          reversedByName: actor.name,
          answer: note,
        })
        if (after === undefined) throw new Error('the request was taken back in the same unit of work')
        await trail.leave(unit, actor, now, { action: 'auth_request_reverse', before, after })
      },
      { durable: true },
    )
  }

  #requireRight(actor: Actor, { appId, kind }: Request): void {
    if (this.#parts.rights.lacking(actor, appId, [kind]).length > 0)
      throw new Refused(CONSOLE.forbidden, 'This agent may not decide that', { right: kind })
  }

  #approve(unit: WriteUnit, actor: Actor, request: Request, waive: boolean, now: number): Promise<Deed> {
    return request.kind === 'unbind'
      ? this.#unbind(unit, actor, request, waive, now)
      : this.#move(unit, actor, request, now)
  }

  async #unbind(
    unit: WriteUnit,
    actor: Actor,
    { codeId, appId }: Request,
    waive: boolean,
    now: number,
  ): Promise<Deed> {
    const { applications, bans, journal } = this.#parts
    if (codeId !== null) await unit.codes.hold([codeId])
    const code = codeId === null ? undefined : await unit.codes.get(EVERYTHING, codeId)
    const policy = applications.find(appId)?.settings.unbind
    if (code === undefined || policy === undefined) throw gone()
    const unbind = previewUnbind(policy, code, { agentBanned: bans.has(code.agentId), now })
    if (unbind === undefined) throw gone()
    if (!permits(unbind.outcome, waive)) throw refusedByPolicy(unbind.outcome)
    const change = waive || unbind.change === undefined ? code : unbind.change
    const { endTime, left } = change
    const after = await unit.codes.unbind(code.id, code.revision, { endTime, left, lastUnbind: now })
    if (after === undefined) throw new Error('the code was changed in the same unit of work')
    await audit(unit, actor, now, {
      action: 'code_unbind',
      subject: { kind: 'code', id: code.id, label: code.kami },
      app: appId,
      owner: applications.ownerOf(appId),
      before: bindingOf(code),
      after: bindingOf(after),
    })
    await happened(unit, {
      event: 'unbound',
      app: appId,
      at: now,
      data: () => ({ codes: [code.kami], machine: code.markcode, by: actor.name }),
    })
    const { markcode, ip } = code
    unit.afterCommit(() => {
      const by = actor.name
      journal.add({ codeId: code.id, at: now, kind: 'operator_unbind', markcode, ip, by, detail: '' })
    })
    const cost = unbindCost(policy, code)
    return {
      waived: waive,
      takenSeconds: waive ? 0 : cost.seconds,
      takenUses: waive ? 0 : cost.uses,
      freedMachine: `${markcode} ${placesOf(code)}`.trim(),
    }
  }

  async #move(unit: WriteUnit, actor: Actor, request: Request, now: number): Promise<Deed> {
    const { applications } = this.#parts
    const { deviceId, appId, newKey, subject } = request
    const [device] = deviceId === null ? [] : await unit.devices.ofIds([deviceId])
    // The account was moved by hand meanwhile: the requested account no longer exists.
    if (device?.accountKey !== subject) throw gone()
    const move = { deviceId: device.id, accountKey: newKey, ownerId: applications.ownerOf(appId), at: now }
    const moved = await moveDevice(unit, actor, move)
    if (moved === 'gone') throw gone()
    if (moved === 'taken') throw conflict('The new account is there already', { new_key: 'taken' })
    return {}
  }

  async #moveBack(unit: WriteUnit, actor: Actor, request: Request, now: number): Promise<void> {
    const { applications } = this.#parts
    const { deviceId, appId, newKey, subject } = request
    const [device] = deviceId === null ? [] : await unit.devices.ofIds([deviceId])
    if (device === undefined) throw gone()
    if (device.accountKey !== newKey) throw conflict('The account was moved on', { new_key: 'moved' })
    const move = { deviceId: device.id, accountKey: subject, ownerId: applications.ownerOf(appId), at: now }
    const moved = await moveDevice(unit, actor, move)
    if (moved === 'gone') throw gone()
    if (moved === 'taken') throw conflict('The old account is somebody’s by now', { old_key: 'taken' })
  }
}

const REVERSAL = { done: 'It was taken back already', late: 'It can’t be taken back any more' } as const

async function findRequest(unit: WriteUnit, actor: Actor, id: number): Promise<ResponsibleRequest> {
  const request = await unit.requests.findInScope(scopeOf(actor), id)
  if (request === undefined) throw new Refused(CONSOLE.notFound, 'There is no such request')
  return request
}

function conflict(message: string, fields: Readonly<Record<string, string>>): Refused {
  return new Refused(CONSOLE.conflict, message, fields)
}

function gone(): Refused {
  return conflict('What it is about is gone: it can only be rejected', { subject: 'gone' })
}

function refusedByPolicy(outcome: PolicyRecord['outcome']): Refused {
  return conflict('The application’s policy refuses it', { policy: outcome })
}

function handled({ decidedByName }: Request, state: Request['state']): Refused {
  switch (state) {
    case 'withdrawn':
      return conflict('The customer has withdrawn it', { state })
    case 'expired':
      return conflict('Its time is over', { state })
    default:
      return conflict(`${decidedByName} has ${state} it already`, { state })
  }
}

function bindingOf({ markcode, ip, endTime, left, unbinds }: Code) {
  return { markcode, ip, endTime, left, unbinds }
}
