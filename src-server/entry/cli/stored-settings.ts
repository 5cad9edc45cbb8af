import { join } from 'node:path'
import {
  backupSettings,
  clientAddressSettings,
  listenerSettings,
  type PlatformSettings,
} from '../../contract/records/settings.ts'
import { DEFAULT_SETTINGS } from '../../domain/platform/settings.ts'
import { openReader } from '../../store/sqlite/open.ts'

const SCHEMAS = {
  listeners: listenerSettings,
  client_address: clientAddressSettings,
  backups: backupSettings,
}
type MachineSettings = Pick<PlatformSettings, keyof typeof SCHEMAS>

/** The stored settings that belong to the machine. Undefined where there is no data, or none that can be read. */
export function readSettings(folder: string): MachineSettings | undefined {
  try {
    const db = openReader(join(folder, 'pulsekey.db'))
    try {
      const stored = db.prepare<[string], string>('SELECT value FROM settings WHERE key = ?').pluck()
      const read = <K extends keyof MachineSettings>(group: K): MachineSettings[K] => {
        const value: unknown = JSON.parse(stored.get(group) ?? '{}')
        const members = { ...DEFAULT_SETTINGS[group], ...(value as object) }
        const parsed = SCHEMAS[group].safeParse(members)
        return (parsed.success ? parsed.data : DEFAULT_SETTINGS[group]) as MachineSettings[K]
      }
      return {
        listeners: read('listeners'),
        client_address: read('client_address'),
        backups: read('backups'),
      }
    } finally {
      db.close()
    }
  } catch {
    return undefined
  }
}
