import { join } from 'node:path'
import { readKeyOf } from '../../../store/sqlite/inspect.ts'
import { openByMachines } from '../../../store/sealing/data-key.ts'
import { lookUpMachineKeys, machineKeyFile } from '../../machine-key.ts'
import type { CommandHost } from '../command.ts'
import { textOf, type Check } from './check.ts'

/** Whether this machine can open the stored secrets, and whether the recovery key is stored. */
export function checkMachineKey(folder: string, host: CommandHost): Check {
  const check = 'machine key'
  try {
    const key = readKeyOf(join(folder, 'pulsekey.db'))
    if (key === undefined)
      return { check, state: 'ok', text: 'the next start seals the stored keys and passwords' }
    const file = machineKeyFile(host.machineKey)
    if (openByMachines(key, lookUpMachineKeys(host.machineKey)) === undefined)
      return {
        check,
        state: 'warn',
        text: `none here opens the stored keys and passwords. The desktop keeps its key in the system's keychain, a service in a credential: then this is right. Else put the key to ${file}, or enter the recovery key in the console`,
      }
    return key.confirmedAt === null
      ? {
          check,
          state: 'warn',
          text: 'it opens the data. Nobody has confirmed to have stored the recovery key',
        }
      : { check, state: 'ok', text: 'it opens the data, and the recovery key is stored' }
  } catch (error) {
    return { check, state: 'bad', text: textOf(error) }
  }
}
