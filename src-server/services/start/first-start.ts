import type { FirstStart } from '../../contract/records/first-start.ts'
import type { Store } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { addressRecord, type PublicAddressService } from '../platform/public-address.ts'
import type { DemoAccounts } from './demo-accounts.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly devices: DeviceRegistry
  readonly publicAddress: PublicAddressService
  readonly demoAccounts: DemoAccounts
}

/** How far a new server has come on the way to its first customer. */
export class FirstStartService {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @param cameTo the origin by which the caller reached the console */
  async get(cameTo: string): Promise<FirstStart> {
    const { store, publicAddress, demoAccounts } = this.#parts
    const app = this.#firstApplication()
    const { accounts, pulses } = this.#realAccounts()
    const hasCode = accounts > 0 || (await store.read((unit) => unit.codes.any()))
    return {
      application: app ?? null,
      address: addressRecord(publicAddress.current(cameTo)),
      licence: hasCode,
      pulse: pulses > 0,
      demo: demoAccounts.current,
    }
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
