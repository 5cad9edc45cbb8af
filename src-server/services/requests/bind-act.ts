import type { Application } from '../../domain/application/application.ts'
import { bindStatus, type BindCode } from '../../domain/device/bind-code.ts'
import type { Device } from '../../domain/device/device.ts'
import { bindMessage } from '../../domain/outbox/bind-message.ts'
import type { WriteUnit } from '../../store/store.ts'

export type BindOutcome =
  | { readonly outcome: 'bound'; readonly device: Device }
  | { readonly outcome: 'held'; readonly device: Device }
  | { readonly outcome: 'unknown' | 'used' | 'expired' }

/** The new recipient of an account's messages, and the bind code of the account. */
export interface BindOrder {
  readonly code: string
  readonly openId: string
  readonly now: number
}

/**
 * Binds the account of a code, once: by a trusted bridge, or by the person who writes to the bot. If it replaces
 * another person and the application asks for approval, the bind waits for the vendor.
 */
export async function bindByCode(
  unit: WriteUnit,
  application: Application,
  { code, openId, now }: BindOrder,
): Promise<BindOutcome> {
  const { id: appId, mt5 } = application
  const bindCode = await unit.bindCodes.find(appId, code)
  const [before] = bindCode === undefined ? [] : await unit.devices.ofIds([bindCode.deviceId])
  if (bindCode === undefined || before === undefined) return { outcome: 'unknown' }
  if (bindCode.state === 'held') {
    return bindCode.openId === openId ? { outcome: 'held', device: before } : { outcome: 'used' }
  }
  const status = bindStatus(bindCode, now)
  if (status === 'expired') return { outcome: 'expired' }
  if (status === 'bound') return { outcome: 'used' }
  const replaces = before.messengerOpenId !== '' && before.messengerOpenId !== openId
  if (replaces && mt5.bindApproval) {
    const held = await unit.bindCodes.hold(appId, code, openId)
    return held === undefined ? { outcome: 'used' } : { outcome: 'held', device: before }
  }
  const bound = await unit.bindCodes.bind(appId, code, openId)
  if (bound === undefined) return { outcome: 'used' }
  return { outcome: 'bound', device: await giveMessages(unit, application, before, bound, now) }
}

/** The account's messages go to the code's person from the commit on. The person before gets a message about it. */
export async function giveMessages(
  unit: WriteUnit,
  application: Application,
  before: Device,
  { code, openId }: Pick<BindCode, 'code' | 'openId'>,
  now: number,
): Promise<Device> {
  const device = await unit.devices.update(before.id, { messengerOpenId: openId })
  if (device === undefined) throw new Error('the account is gone meanwhile')
  // Nobody is unbound without a message.
  if (before.messengerOpenId !== '' && before.messengerOpenId !== openId) {
    const to = { openId: before.messengerOpenId, key: `rebound:${application.id}:${code}`, device }
    await unit.outbox.add(bindMessage(application, 'rebound', to, now))
  }
  unit.changed('device', device.id, device)
  return device
}
