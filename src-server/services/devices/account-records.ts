import { PERMANENT_VIP } from '../../contract/limits.ts'
import type { Clock } from '../../contract/ports.ts'
import { fits } from '../../domain/access/plan.ts'
import type { Application } from '../../domain/application/application.ts'
import { newDevice, type Device } from '../../domain/device/device.ts'
import { FREE_LICENSE, SERVER_LICENSES, type AccountRecord } from '../../domain/device/record.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import { keepNothing, type KeepAnswer } from '../signatures/keep-answer.ts'
import { isWithinPlan, limitFor } from '../people/plan-limits.ts'

interface Parts {
  readonly store: Store
  readonly devices: DeviceRegistry
  readonly clock: Clock
}

/** Records of trading accounts that the server creates itself: trials, and records of free mode. */
export class AccountRecords {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @returns the record; undefined where the plan has no room, and for a free record after free mode */
  async create(
    application: Application,
    accountKey: string,
    fields: Pick<Device, 'license' | 'vip'>,
    keep: KeepAnswer<Device | undefined> = keepNothing,
  ): Promise<Device | undefined> {
    const { store, devices, clock } = this.#parts
    const { ownerId } = application
    // Strangers can call as often as they like: while the plan is full, the call counts nothing and does not reach the
    // writer.
    const limit = await store.read((unit) => limitFor(unit, ownerId, 'devices'))
    if (!fits(limit, devices.countOf(ownerId), 1)) return undefined
    return store.write(
      async (unit) => {
        // Counts the records of the same commit too.
        if (!(await isWithinPlan(unit, ownerId, 'devices', 1)))
          return unit.devices.find(application.id, accountKey)
        if (fields.license === FREE_LICENSE && !(await isFree(unit, application)))
          return unit.devices.find(application.id, accountKey)
        const made = await unit.devices.insert({
          ...newDevice(application.id, accountKey, clock.now()),
          agentId: null,
          ...fields,
        })
        // Another call for the same account created the record first: this call uses it.
        const device = made ?? (await unit.devices.find(application.id, accountKey))
        if (device === undefined) throw new Error('the new record is gone')
        this.#follow(unit, device)
        await keep(unit, device)
        return device
      },
      { durable: true },
    )
  }

  /**
   * The record of a trading account in free mode. An unknown account gets one. A record of an earlier free mode
   * starts again. The server ends such records when free mode ends.
   */
  async requireFree(
    application: Application,
    accountKey: string,
    keep: KeepAnswer<Device | undefined> = keepNothing,
  ): Promise<Device | undefined> {
    const { store, devices, clock } = this.#parts
    const known = devices.find(application.id, accountKey)?.device
    if (known === undefined)
      return this.create(application, accountKey, { license: FREE_LICENSE, vip: PERMANENT_VIP }, keep)
    if (!isOver(known, clock.now())) return known
    return store.write(
      async (unit) => {
        // The vendor may have edited it since.
        const device = await unit.devices.find(application.id, accountKey)
        if (device === undefined || !isOver(device, clock.now())) return device
        if (!(await isFree(unit, application))) return device
        const begun = await unit.devices.update(device.id, { vip: PERMANENT_VIP })
        if (begun !== undefined) this.#follow(unit, begun)
        await keep(unit, begun)
        return begun
      },
      { durable: true },
    )
  }

  #follow(unit: WriteUnit, device: Device): void {
    unit.afterCommit(() => {
      this.#parts.devices.putDevice(device)
    })
  }
}

/** Whether an earlier free mode created the record, and it ended with that mode. */
function isOver({ license, vip }: Device, now: number): boolean {
  return license === FREE_LICENSE && vip <= now
}

/** Free mode may have been switched off after the call came in. A record written after that would never end. */
async function isFree(unit: Unit, { id }: Application): Promise<boolean> {
  return (await unit.applications.find(id))?.freeMode === true
}

/** The record that a login is decided by. @param device undefined for an account without a record */
export async function recordOf(unit: Unit, device: Device | undefined): Promise<AccountRecord | undefined> {
  return device === undefined ? undefined : { ...device, hasOwnLicense: await hasOwnLicense(unit, device) }
}

async function hasOwnLicense(unit: Unit, { appId, license, accountKey }: Device): Promise<boolean> {
  if (SERVER_LICENSES.includes(license)) return true
  return (await unit.codes.find(appId, license))?.accountKey === accountKey
}
