import { newDevice, type Device, type DeviceChange } from '../../domain/device/device.ts'
import type { WriteUnit } from '../../store/store.ts'

/** A row of a file that makes an account, or changes the one that is there. */
interface WantedDevice {
  readonly accountKey: string
  readonly there: Device | undefined
  readonly fields: DeviceChange
}

/** @returns the accounts that were made or changed */
export async function writeWanted(
  unit: WriteUnit,
  app: number,
  wanted: readonly WantedDevice[],
  now: number,
): Promise<Device[]> {
  const made = wanted.filter(({ there }) => there === undefined)
  const inserted = await unit.devices.insertMany(
    made.map(({ accountKey, fields }) => ({
      ...newDevice(app, accountKey, now),
      license: '',
      agentId: null,
      vip: 0,
      ...fields,
    })),
  )
  const changes = wanted.flatMap(({ there, fields }) =>
    there === undefined ? [] : [{ id: there.id, change: fields }],
  )
  return [...inserted, ...(await unit.devices.updateEach(changes))]
}
