import type { Clock } from '../../contract/ports.ts'
import type { ServerAddress } from '../../contract/public-address.ts'
import type { ProtectionRecord } from '../../contract/records/protection.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Application } from '../../domain/application/application.ts'
import { gradeProtection } from '../../domain/application/protection.ts'
import { isDebugDevice } from '../../domain/device/authorization.ts'
import { exposedKeysOf } from '../../domain/risk/weak-settings.ts'
import type { Store } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { ApplicationRegistry } from './application-registry.ts'
import type { Applications } from './applications.ts'
import type { CallUseCounter } from './call-uses.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly applications: Applications
  readonly devices: DeviceRegistry
  readonly callUses: CallUseCounter
  /** The address that programs call. */
  readonly publicAddress: () => Pick<ServerAddress, 'url'>
  readonly clock: Clock
}

const DAY_HOURS = 24
const WEEK_HOURS = 168
const WEEK = WEEK_HOURS * 3600
const VERSIONS_SHOWN = 10
/** The reader of a question that the server asks itself. */
const SERVER_VIEWER = { role: 'owner', operatorId: 0, personId: 0 } as const

/** The grades of an application's protection, and the protections that its calls use. */
export class Protections {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws Refused 404 */
  async of(actor: Actor, app: number): Promise<ProtectionRecord> {
    const { store, registry, applications, callUses, publicAddress, clock } = this.#parts
    const application = applications.require(actor, app)
    const now = clock.now()
    const grants = registry.find(app)?.grants ?? new Map<string, never>()
    const [day, week] = await Promise.all([
      callUses.within(store, app, DAY_HOURS, now),
      callUses.within(store, app, WEEK_HOURS, now),
    ])
    const { debugAccounts, versions } = this.#lookAtAccounts(app, now)
    const items = gradeProtection({
      application,
      grants,
      exposed: exposedKeysOf(application, grants, (api) => registry.apiState(api), now),
      isHttps: publicAddress().url.startsWith('https:'),
      debugAccounts,
      keysSince: await this.#keysSince(application),
      week,
      now,
    })
    return { items, day, week, versions }
  }

  /** Walks the accounts in memory, as the live board does. */
  #lookAtAccounts(app: number, now: number): Pick<ProtectionRecord, 'versions'> & { debugAccounts: number } {
    let debugAccounts = 0
    const counts = new Map<string, number>()
    for (const { device, pulse } of this.#parts.devices.ofApplication(app)) {
      if (isDebugDevice(device)) debugAccounts++
      if (pulse === undefined || pulse.at <= now - WEEK) continue
      const version = pulse.program?.version ?? ''
      counts.set(version, (counts.get(version) ?? 0) + 1)
    }
    const versions = Array.from(counts, ([version, accounts]) => ({ version, accounts }))
    versions.sort((a, b) => b.accounts - a.accounts || (a.version < b.version ? -1 : 1))
    return { debugAccounts, versions: versions.slice(0, VERSIONS_SHOWN) }
  }

  /** When a key was replaced last, by the audit log; without a rotation when the application was made. */
  async #keysSince({ id, createdAt }: Application): Promise<number> {
    const query = { sort: 'id', desc: true, limit: 1, offset: 0 } as const
    const { rows } = await this.#parts.store.read((unit) =>
      unit.audit.list(SERVER_VIEWER, { app: id, action: 'app_key_rotate' }, query),
    )
    return rows[0]?.at ?? createdAt
  }
}
