import type { DeviceState } from '../../contract/records/device.ts'

/** A trading account's authorization (the specification, MT5 device). Times are Unix seconds. */
export interface Device {
  readonly id: number
  readonly appId: number
  /** `<trading_account>@<server>`, exactly as the terminal reports it. */
  readonly accountKey: string
  readonly label: string
  readonly license: string
  readonly buyUrl: string
  readonly agentId: number | null
  readonly vip: number
  readonly disabled: boolean
  readonly disableReason: string
  readonly debug: boolean
  readonly pauseOpen: boolean
  readonly pauseAdd: boolean
  readonly note: string
  readonly messengerOpenId: string
  readonly createdAt: number
}

/** The members of an account that may change. */
export type DeviceChange = Partial<Omit<Device, 'id' | 'appId' | 'accountKey' | 'createdAt'>>

/** A new account with default values. */
export function newDevice(
  appId: number,
  accountKey: string,
  createdAt: number,
): Omit<Device, 'id' | 'vip' | 'license' | 'agentId'> {
  return {
    appId,
    accountKey,
    label: '',
    buyUrl: '',
    disabled: false,
    disableReason: '',
    debug: false,
    pauseOpen: false,
    pauseAdd: false,
    note: '',
    messengerOpenId: '',
    createdAt,
  }
}

export function deviceState(device: Pick<Device, 'disabled' | 'vip'>, now: number): DeviceState {
  if (device.disabled) return 'disabled'
  return device.vip <= now ? 'expired' : 'active'
}
