import { CONSOLE } from '../../contract/error-codes.ts'
import type { HeldBindRow } from '../../contract/actions/messenger.ts'
import type { BindDecision } from '../../contract/messenger-names.ts'
import type { Clock } from '../../contract/ports.ts'
import { scopeOf, seesAccount, type Actor } from '../../domain/access/scope.ts'
import type { Application } from '../../domain/application/application.ts'
import type { HeldBind } from '../../domain/device/bind-code.ts'
import { bindMessage } from '../../domain/outbox/bind-message.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { audit } from '../platform/audit-trail.ts'
import { giveMessages } from './bind-act.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly applications: ApplicationRegistry
  readonly devices: DeviceRegistry
  readonly clock: Clock
}

const MOST_SHOWN = 200

/**
 * The vendor's decisions about who gets an account's messages: binds that wait for approval, and binds that the
 * vendor ends.
 */
export class BindRequests {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(actor: Actor, app: number | undefined): Promise<{ rows: HeldBindRow[]; total: number }> {
    const { rows, total } = await this.#parts.store.read((unit) =>
      unit.bindCodes.listHeld(scopeOf(actor), app, MOST_SHOWN),
    )
    return { rows: rows.map(rowOf), total }
  }

  /** @throws Refused 404 for a bind that doesn't exist, isn't the actor's, or was decided meanwhile */
  async handle(actor: Actor, code: string, decision: BindDecision): Promise<'bound' | 'declined'> {
    const { store, clock } = this.#parts
    const state = decision === 'approve' ? 'bound' : 'declined'
    await store.write(
      async (unit) => {
        const held = await unit.bindCodes.findHeld(scopeOf(actor), code)
        const application = this.#parts.applications.find(held?.appId ?? 0)?.settings
        if (held === undefined || application === undefined) throw notThere()
        if ((await unit.bindCodes.settle(code, state)) === undefined) throw notThere()
        const now = clock.now()
        const openId = await this.#settle(unit, application, held, state, now)
        await audit(unit, actor, now, {
          action: 'bind_request_handle',
          subject: { kind: 'device', id: held.deviceId, label: held.accountKey },
          app: held.appId,
          owner: application.ownerId,
          before: { messengerOpenId: held.boundTo },
          after: { messengerOpenId: openId, decision, asked: held.openId },
        })
      },
      { durable: true },
    )
    return state
  }

  /** @returns who got the account's messages until now, empty for nobody @throws Refused 404 */
  async unbind(actor: Actor, id: number): Promise<string> {
    const { store, applications, devices, clock } = this.#parts
    const live = devices.get(id)
    const application = applications.find(live?.device.appId ?? 0)?.settings
    const isSeen = live !== undefined && seesAccount(scopeOf(actor), live)
    if (!isSeen || application === undefined) throw noAccount()
    return store.write(
      async (unit) => {
        const now = clock.now()
        const [before] = await unit.devices.ofIds([id])
        if (before === undefined) throw noAccount()
        const { messengerOpenId: openId, accountKey: label } = before
        if (openId === '') return ''
        const device = await unit.devices.update(id, { messengerOpenId: '' })
        if (device === undefined) throw noAccount()
        const to = { openId, key: `unbound:${id}:${now}`, device }
        await unit.outbox.add(bindMessage(application, 'unbound', to, now))
        const subject = { kind: 'device', id, label }
        const whose = { app: application.id, owner: application.ownerId }
        await audit(unit, actor, now, {
          action: 'messenger_unbind',
          subject,
          ...whose,
          before,
          after: device,
        })
        unit.changed('device', id, device)
        return openId
      },
      { durable: true },
    )
  }

  /** @returns who gets the account's messages from now on */
  async #settle(
    unit: WriteUnit,
    application: Application,
    held: HeldBind,
    state: 'bound' | 'declined',
    now: number,
  ): Promise<string> {
    const [before] = await unit.devices.ofIds([held.deviceId])
    if (before === undefined) throw notThere()
    const send = (stage: 'bound' | 'declined' | 'kept', openId: string) => {
      const key = `bind:${held.code}:${stage}`
      return unit.outbox.add(bindMessage(application, stage, { openId, key, device: before }, now))
    }
    await send(state, held.openId)
    if (state === 'bound') {
      await giveMessages(unit, application, before, held, now)
      return held.openId
    }
    if (before.messengerOpenId !== '') await send('kept', before.messengerOpenId)
    return before.messengerOpenId
  }
}

function rowOf({
  code,
  appId,
  deviceId,
  accountKey,
  label,
  openId,
  boundTo,
  createdAt,
}: HeldBind): HeldBindRow {
  return {
    code,
    app: appId,
    device: deviceId,
    account_key: accountKey,
    label,
    open_id: openId,
    bound_to: boundTo,
    at: createdAt,
  }
}

function noAccount(): Refused {
  return new Refused(CONSOLE.notFound, 'There is no such account')
}

function notThere(): Refused {
  return new Refused(CONSOLE.notFound, 'There is no such request, or it was decided already')
}
