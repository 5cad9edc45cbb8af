import { CONSOLE } from '../../contract/error-codes.ts'
import { MAX_TAGS } from '../../contract/limits.ts'
import type { BulkAnswer, BulkResult } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import type { DeviceRecord, SameNumber } from '../../contract/records/device.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { valuesAfter } from '../../domain/grouping/values.ts'
import type { Device, DeviceChange } from '../../domain/device/device.ts'
import { extendedEnd, type Extension } from '../../domain/device/extension.ts'
import { changesTags, tagsAfter, type TagChange } from '../../domain/grouping/tags.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import { deviceRecord } from '../../telemetry/live-device.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { CodeChoice } from '../../contract/device-names.ts'
import type { AccountCodes } from './account-codes.ts'
import { actOnMany, auditMany } from '../bulk-acts.ts'
import { requireValueChange, type ValueChange } from '../custom-fields/field-values.ts'
import { moveDevice } from './device-moves.ts'
import type { AttributedFields, DeviceFields, Devices, DeviceSelection } from './devices.ts'
import type { Jobs } from '../platform/jobs.ts'
import { Refused } from '../refused.ts'
import { putToWork, requireAgent } from '../agents/require-agent.ts'
import { noteOf, sameNumber } from './same-number.ts'
import { requireAccountKey } from './typed-account-key.ts'
import { accountsChanged } from '../webhooks/accounts-changed.ts'
import { slicesOf, TOGETHER } from '../../store/slices-of.ts'
import { withPauses } from '../with-pauses.ts'

interface Parts {
  readonly store: Store
  readonly registry: DeviceRegistry
  readonly devices: Devices
  readonly codes: AccountCodes
  readonly jobs: Jobs
  readonly clock: Clock
}

type Changed = { id: number; from: number; to: number }[]
export type Extended = BulkAnswer & { readonly changed?: Changed }

/** One change of many accounts. */
interface Act {
  readonly action: string
  /** The change as the audit log describes it for several accounts. */
  readonly change: object
  /** @returns the changed accounts; deleted ones as they were */
  make(unit: WriteUnit, ids: readonly number[], now: number): Promise<Device[]>
  readonly deletes?: true
  /** Why an account was skipped. */
  reason?(device: Device, now: number): string
}

/** Skipped rows that a preview names. */
const SKIPPED_SHOWN = 500
/** Why an authorization is not extended. */
const NOT_LENGTHENED = { permanent: 'permanent', longer: 'ends later' } as const

/** Bulk acts on trading accounts, and the move of an authorization to another account. */
export class DeviceChanges {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Sets the named members of each account. @throws Refused 422 for an agent that doesn't work for the actor */
  async update(
    actor: Actor,
    selection: DeviceSelection,
    change: DeviceFields,
    tags: TagChange = {},
  ): Promise<BulkAnswer> {
    const { store, registry } = this.#parts
    const agentId = await store.read((unit) => requireAgent(unit, actor, change.agentId))
    const { agentId: _, fields: values, ...rest } = change
    const attributed: AttributedFields = { ...rest, ...(agentId !== undefined && { agentId }) }
    const valueChange =
      values && (await store.read((unit) => requireValueChange(unit, actor, 'devices', values)))
    const own: OwnChange = { tags, values: valueChange }
    const ownerOf = (device: Device) => registry.get(device.id)?.ownerId ?? 0
    return this.#act(actor, selection, {
      action: 'device_bulk',
      change: { ...change, ...(changesTags(tags) && { tags }) },
      make: async (unit, ids, now) => {
        const owners = ids.flatMap((id) => registry.get(id)?.ownerId ?? [])
        await putToWork(unit, agentId, owners, now)
        if (!changesTags(tags) && values === undefined) return unit.devices.updateMany(ids, attributed)
        return changedAlone(unit, ids, attributed, (device) => ownChange(device, ownerOf(device), own))
      },
      reason: (device) => {
        const changed = ownChange(device, ownerOf(device), own)
        return typeof changed === 'string' ? changed : ''
      },
    })
  }

  /** Extends each authorization. Two calls at once add up. */
  async extend(actor: Actor, selection: DeviceSelection, extension: Extension): Promise<Extended> {
    return this.#act(actor, selection, {
      action: 'device_extend',
      change: extension,
      make: (unit, ids, now) => unit.devices.extend(ids, extension, now),
      reason: (device, now) => {
        const end = extendedEnd(device.vip, extension, now)
        return typeof end === 'number' ? '' : NOT_LENGTHENED[end]
      },
    })
  }

  /**
   * Deletes the accounts with their commands. Their terminals are refused from the commit on. The codes that were
   * used for them are spent or freed in the same unit of work.
   */
  async delete(
    actor: Actor,
    selection: DeviceSelection,
    choice: CodeChoice,
  ): Promise<BulkAnswer & { readonly codes?: number }> {
    const { store, devices, codes } = this.#parts
    const answer = await this.#act(actor, selection, {
      action: 'device_delete',
      change: { codes: choice },
      make: async (unit, ids, now) => {
        const deleted = await unit.devices.deleteMany(ids)
        await codes.leave(unit, actor, deleted, choice, now)
        return deleted
      },
      deletes: true,
    })
    if (!selection.dryRun) return answer
    const ids = devices.select(actor, selection).filter((id) => devices.find(actor, id) !== undefined)
    return { ...answer, codes: await store.read((unit) => unit.codes.countOfAccounts(ids)) }
  }

  /**
   * Moves the authorization to another trading account, with the codes that were used for it. From the commit on the
   * old account is refused and the new one is let in.
   * @throws Refused 404, 409 for an account that exists already, 422 for an invalid key
   */
  async move(actor: Actor, id: number, key: string): Promise<DeviceRecord & { same_number?: SameNumber }> {
    const { store, devices, clock } = this.#parts
    const live = devices.require(actor, id)
    const accountKey = requireAccountKey(key)
    const others = await store.write(
      async (unit) => {
        const move = { deviceId: id, accountKey, ownerId: live.ownerId, at: clock.now() }
        const moved = await moveDevice(unit, actor, move)
        if (moved === 'gone') throw new Refused(CONSOLE.notFound, 'There is no such account')
        if (moved === 'taken')
          throw new Refused(CONSOLE.conflict, 'This account exists already', { account_key: 'taken' })
        return sameNumber(unit, actor, { ...moved, ownerId: live.ownerId })
      },
      { durable: true },
    )
    return { ...deviceRecord(live, clock.now()), ...noteOf(others) }
  }

  async #act(actor: Actor, selection: DeviceSelection, act: Act): Promise<Extended> {
    const ids = this.#parts.devices.select(actor, selection)
    if (selection.dryRun) return this.#preview(actor, ids, act)
    return actOnMany({ jobs: this.#parts.jobs, actor, kind: act.action }, ids, (part) =>
      this.#makeChunk(actor, part, act),
    )
  }

  /** The effect of a delete on the accounts that memory has now. */
  #preview(actor: Actor, ids: readonly number[], act: Act): BulkResult {
    const now = this.#parts.clock.now()
    const result: BulkResult = { done: 0, skipped: [] }
    for (const id of new Set(ids)) {
      const device = this.#parts.devices.find(actor, id)?.device
      const reason = device === undefined ? 'unknown' : (act.reason?.(device, now) ?? '')
      if (reason === '') result.done++
      else if (result.skipped.length < SKIPPED_SHOWN) result.skipped.push({ id, reason })
    }
    return result
  }

  #makeChunk(
    actor: Actor,
    ids: readonly number[],
    act: Act,
  ): Promise<BulkResult & { readonly changed: Changed }> {
    const { store, registry, devices, clock } = this.#parts
    return store.write(
      async (unit) => {
        const now = clock.now()
        const seen = ids.filter((id) => devices.find(actor, id) !== undefined)
        const before = new Map((await unit.devices.ofIds(seen)).map((device) => [device.id, device]))
        const after = new Map(
          (await act.make(unit, [...before.keys()], now)).map((device) => [device.id, device]),
        )
        const done = [...after.values()].flatMap((device) => {
          const was = before.get(device.id)
          return was === undefined ? [] : [{ was, is: device }]
        })
        await auditMany(
          unit,
          actor,
          now,
          { action: act.action, kind: 'device', change: act.change },
          done.map(({ was, is }) => ({
            id: is.id,
            label: is.accountKey,
            app: is.appId,
            owner: registry.get(is.id)?.ownerId ?? 0,
            before: was,
            ...(act.deletes !== true && { after: is }),
          })),
        )
        await accountsChanged(unit, { by: actor.name, at: now }, done)
        for (const [id, device] of after) unit.changed('device', id, act.deletes === true ? null : device)
        const skipped = ids
          .filter((id) => !after.has(id))
          .map((id) => {
            const device = before.get(id)
            return { id, reason: device === undefined ? 'unknown' : (act.reason?.(device, now) ?? 'unknown') }
          })
        const changed = done.map(({ was, is }) => ({ id: is.id, from: was.vip, to: is.vip }))
        return { done: after.size, skipped, changed }
      },
      { durable: true },
    )
  }
}

/** The part of a change whose result depends on the account's own tags and values. */
interface OwnChange {
  readonly tags: TagChange
  readonly values: ValueChange | undefined
}

/** @returns the members to write, or why the account is skipped */
function ownChange(device: Device, owner: number, { tags, values }: OwnChange): DeviceChange | string {
  const words = tagsAfter(device.tags, tags)
  if (words.length > MAX_TAGS) return 'tags: too many'
  if (values !== undefined && values.ownerId !== owner) return 'fields: unknown'
  return {
    ...(changesTags(tags) && { tags: words }),
    ...(values !== undefined && { fields: valuesAfter(device.fields, values.values) }),
  }
}

/** Each account has tags and values of its own, so each is written by itself. */
async function changedAlone(
  unit: WriteUnit,
  ids: readonly number[],
  fields: AttributedFields,
  own: (device: Device) => DeviceChange | string,
): Promise<Device[]> {
  const changed: Device[] = []
  for await (const part of withPauses(slicesOf(await unit.devices.ofIds(ids), TOGETHER))) {
    const changes = part.flatMap((device) => {
      const change = own(device)
      return typeof change === 'string' ? [] : [{ id: device.id, change: { ...fields, ...change } }]
    })
    changed.push(...(await unit.devices.updateEach(changes)))
  }
  return changed
}
