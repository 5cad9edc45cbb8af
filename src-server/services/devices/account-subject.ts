import type { LiveDevice } from '../../telemetry/live-device.ts'

/** A trading account as an entry of the audit log names it. */
export function accountSubject({
  device: { id, accountKey, appId },
  ownerId,
}: Pick<LiveDevice, 'device' | 'ownerId'>) {
  return { subject: { kind: 'device', id, label: accountKey }, app: appId, owner: ownerId }
}
