import { permissionsOf } from '../../contract/permissions.ts'
import type { FirstStart } from '../../contract/records/first-start.ts'
import type { Store } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { Listeners } from '../platform/listeners.ts'
import { addressRecord, type PublicAddressService } from '../platform/public-address.ts'
import type { OwnPreferences } from '../platform/own-preferences.ts'
import type { DemoAccounts } from './demo-accounts.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly devices: DeviceRegistry
  readonly publicAddress: PublicAddressService
  readonly listeners: Pick<Listeners, 'urls'>
  readonly demoAccounts: DemoAccounts
  readonly ownPreferences: OwnPreferences
}

/** How far a new server has come on the way to its first customer. */
export class FirstStartService {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @param cameTo the origin by which the caller reached the console */
  async get(cameTo: string): Promise<FirstStart> {
    const { store, publicAddress, listeners, demoAccounts } = this.#parts
    const app = this.#firstApplication()
    const { accounts, pulses } = this.#realAccounts()
    const hasCode = accounts > 0 || (await store.read((unit) => unit.codes.any()))
    return {
      application: app ?? null,
      address: addressRecord(publicAddress.current(cameTo)),
      local_url: listeners.urls.public,
      licence: hasCode,
      pulse: pulses > 0,
      demo: demoAccounts.current,
    }
  }

  /** For a server for trying: demo accounts, and no guide before the board. */
  async beginDemo(): Promise<void> {
    const { store, demoAccounts, ownPreferences } = this.#parts
    const owner = await store.read((unit) => unit.operators.owner())
    if (owner === undefined || demoAccounts.current !== null) return
    const { id, name, role } = owner
    const actor = { operatorId: id, personId: id, name, role, permissions: permissionsOf(role), ip: '' }
    await demoAccounts.start(actor, 'en')
    await ownPreferences.set(actor, { first_start: 'left' })
  }

  #firstApplication() {
    for (const { settings } of this.#parts.registry.all())
      if (!settings.demo) return { app: settings.id, name: settings.name, mt5: settings.mt5.enabled }
    return undefined
  }

  #realAccounts(): { readonly accounts: number; readonly pulses: number } {
    const demo = this.#parts.demoAccounts.current?.app
    let accounts = 0
    let pulses = 0
    for (const { device, pulse } of this.#parts.devices.all()) {
      if (device.appId === demo) continue
      accounts++
      // One is enough: a large fleet is not counted to its end.
      if (pulse !== undefined) return { accounts, pulses: ++pulses }
    }
    return { accounts, pulses }
  }
}
