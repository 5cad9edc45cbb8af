import type { Clock } from '../../contract/ports.ts'
import type { QueriedDevice } from '../../contract/self-service.ts'
import type { Application } from '../../domain/application/application.ts'
import { canSend } from '../../domain/application/messenger-bot.ts'
import { parseAccountKey } from '../../domain/device/account-key.ts'
import { deviceState, type Device } from '../../domain/device/device.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { Requests } from '../requests/requests.ts'
import { chooseProduct, type Found } from './self-service-products.ts'

interface Parts {
  readonly registry: ApplicationRegistry
  readonly devices: DeviceRegistry
  readonly requests: Pick<Requests, 'hasOpen'>
  readonly clock: Clock
}

/** Authorizations of trading accounts, for everybody who knows the account. */
export class SelfServiceDevices {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** An invalid account key is not found. @param product an application's number, empty for none */
  find(accountKey: string, product: string): Found<Device> {
    const { registry, devices } = this.#parts
    const key = parseAccountKey(accountKey)
    const named = key === undefined ? [] : devices.named(key).map(({ device }) => device)
    return chooseProduct(registry, named, ({ appId }) => appId, product)
  }

  async describe(device: Device, application: Application): Promise<QueriedDevice> {
    const { requests, clock } = this.#parts
    return {
      app: application.id,
      product: application.name,
      state: deviceState(device, clock.now()),
      expires_at: device.vip,
      messenger: messengerOf(device, application),
      open_request: await requests.hasOpen({ deviceId: device.id }),
    }
  }
}

function messengerOf(device: Device, { mt5 }: Application): QueriedDevice['messenger'] {
  if (!mt5.enabled || !canSend(mt5)) return 'off'
  return device.messengerOpenId === '' ? 'unbound' : 'bound'
}
