import type { Code } from '../code/code.ts'
import type { Device } from './device.ts'

export type DeviceFields = Pick<Device, 'vip' | 'license' | 'agentId'>

/**
 * What a granted login with a trading account as its machine makes of the device (protocol.md 6): its end is the later of
 * its own and the code's, its licence is the code, its agent the code's agent.
 * @returns undefined when the device is that already.
 */
export function decideActivation(
  device: DeviceFields | undefined,
  code: Pick<Code, 'kami' | 'agentId'>,
  vip: number,
): DeviceFields | undefined {
  const wanted: DeviceFields = {
    vip: Math.max(vip, device?.vip ?? 0),
    license: code.kami,
    agentId: code.agentId ?? device?.agentId ?? null,
  }
  const same =
    device !== undefined &&
    device.vip === wanted.vip &&
    device.license === wanted.license &&
    device.agentId === wanted.agentId
  return same ? undefined : wanted
}
