import { PERMANENT_VIP } from '../../contract/limits.ts'
import type { Clock } from '../../contract/ports.ts'
import { fits } from '../../domain/access/plan.ts'
import type { Application } from '../../domain/application/application.ts'
import { newDevice, type Device } from '../../domain/device/device.ts'
import { lookOf } from '../../domain/device/look-alike.ts'
import {
  countsInPlan,
  FREE_LICENSE,
  SERVER_LICENSES,
  TRIAL_LICENSE,
  type AccountRecord,
} from '../../domain/device/record.ts'
import { loginOf, serverOf } from '../../contract/account-key.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import { keepNothing, type KeepAnswer } from '../signatures/signature-memory.ts'
import { isWithinPlan, limitFor } from '../people/plan-limits.ts'
import { planReached } from '../webhooks/limit-reached.ts'
import type { NewRecordLimits } from './new-record-limits.ts'

interface Parts {
  readonly store: Store
  readonly devices: DeviceRegistry
  readonly limits: NewRecordLimits
  readonly clock: Clock
}

/** The caller for whom a record is created. */
export interface Newcomer {
  readonly ip: string
  readonly keep?: KeepAnswer<Device | undefined>
}

/** Records with one number that are compared with a new one. */
const MOST_COMPARED = 1000

/** Records of trading accounts that the server creates itself: trials, and records of free mode. */
export class AccountRecords {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * @returns the record; undefined where the plan has no room, for a free record after free mode, and for a trial of an
   * account that had one under a name that looks the same; `waits` for too many records of the caller's network, or of
   * the application
   */
  async create(
    application: Application,
    accountKey: string,
    fields: Pick<Device, 'license' | 'vip'>,
    { ip, keep = keepNothing }: Newcomer,
  ): Promise<Device | 'waits' | undefined> {
    const { store, limits, clock } = this.#parts
    const now = clock.now()
    const made = { ...newDevice(application.id, accountKey, now), agentId: null, ...fields }
    // Strangers can call as often as they like: while there is no room, the call counts nothing and does not reach the
    // writer.
    if (await store.read((unit) => this.#isFull(unit, application, made))) return undefined
    if (!(await limits.take(application, fields.license, ip, now))) return 'waits'
    const written = { isNew: false }
    try {
      return await store.write(
        async (unit) => {
          const found = await this.#insert(unit, application, made)
          written.isNew = found.isNew
          if (found.device !== undefined) {
            this.#follow(unit, found.device)
            await keep(unit, found.device)
          }
          return found.device
        },
        { durable: true },
      )
    } finally {
      if (!written.isNew) limits.giveBack(application, fields.license, ip, now)
    }
  }

  /**
   * The record of a trading account in free mode. An unknown account gets one. A record of an earlier free mode
   * starts again. The server ends such records when free mode ends.
   */
  async requireFree(
    application: Application,
    accountKey: string,
    from: Newcomer,
  ): Promise<Device | 'waits' | undefined> {
    const { store, devices, clock } = this.#parts
    const { keep = keepNothing } = from
    const known = (await devices.fetch(application.id, accountKey))?.device
    if (known === undefined)
      return this.create(application, accountKey, { license: FREE_LICENSE, vip: PERMANENT_VIP }, from)
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

  /** Whether committed data leave no room for the record. */
  async #isFull(unit: Unit, { ownerId }: Application, made: Omit<Device, 'id'>): Promise<boolean> {
    if (await hadTrial(unit, made)) return true
    if (!countsInPlan(made)) return false
    const limit = await limitFor(unit, ownerId, 'devices')
    return !fits(limit, this.#parts.devices.countOf(ownerId), 1)
  }

  /** Another call for the same account may have created the record first. Then this call uses it. */
  async #insert(
    unit: WriteUnit,
    application: Application,
    made: Omit<Device, 'id'>,
  ): Promise<{ readonly device: Device | undefined; readonly isNew: boolean }> {
    const inserted = (await this.#mayInsert(unit, application, made))
      ? await unit.devices.insert(made)
      : undefined
    if (inserted?.license === TRIAL_LICENSE)
      await unit.business.count(
        { app: application.id, agent: inserted.agentId, at: inserted.createdAt },
        { trials: 1 },
      )
    if (inserted !== undefined && countsInPlan(inserted)) {
      const { id: app, ownerId: owner } = application
      await planReached(unit, { app, owner, kind: 'devices', at: inserted.createdAt })
    }
    const device = inserted ?? (await unit.devices.find(application.id, made.accountKey))
    return { device, isNew: inserted !== undefined }
  }

  /** Counts the records of the same commit too. */
  async #mayInsert(unit: Unit, application: Application, made: Omit<Device, 'id'>): Promise<boolean> {
    if (made.license === FREE_LICENSE && !(await isFree(unit, application))) return false
    if (await hadTrial(unit, made)) return false
    return !countsInPlan(made) || isWithinPlan(unit, application.ownerId, 'devices', 1)
  }

  #follow(unit: WriteUnit, device: Device): void {
    unit.changed('device', device.id, device)
  }
}

/**
 * Whether the account has a record under another name of its server that looks the same. The account key is the
 * identity, so both are accounts, but only one of them gets a trial.
 */
async function hadTrial(
  unit: Unit,
  { appId, accountKey, license }: Pick<Device, 'appId' | 'accountKey' | 'license'>,
): Promise<boolean> {
  if (license !== TRIAL_LICENSE) return false
  const look = lookOf(serverOf(accountKey))
  const others = await unit.devices.ofLogin(appId, loginOf(accountKey), MOST_COMPARED)
  return others.some(
    (other) => other.accountKey !== accountKey && look !== '' && lookOf(serverOf(other.accountKey)) === look,
  )
}

/**
 * Whether an earlier free mode created the record, and it ended with that mode. A disabled account is refused, and a
 * refused call changes nothing.
 */
function isOver({ license, vip, disabled }: Device, now: number): boolean {
  return license === FREE_LICENSE && vip <= now && !disabled
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
  const code = await unit.codes.find(appId, license)
  if (code === undefined || code.accountKey === accountKey) return code !== undefined
  return code.seats > 1 && (await unit.codeSeats.serves(appId, license, accountKey))
}
