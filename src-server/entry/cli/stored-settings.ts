import { join } from 'node:path'
import { z } from 'zod'
import {
  backupSettings,
  clientAddressSettings,
  HTTPS_SECRETS,
  httpsSettings,
  listenerSettings,
  type PlatformSettings,
} from '../../contract/records/settings.ts'
import { DEFAULT_SETTINGS } from '../../domain/platform/settings.ts'
import { openReader } from '../../store/sqlite/open.ts'

const SCHEMAS = {
  listeners: listenerSettings,
  client_address: clientAddressSettings,
  backups: backupSettings,
  https: httpsSettings,
}
type MachineSettings = Pick<PlatformSettings, keyof typeof SCHEMAS>

/** The settings, and the certificates in the data. */
interface StoredSettings extends MachineSettings {
  readonly chains: Readonly<Partial<Record<'uploaded' | 'automatic', string>>>
}

/** Sealed texts are no values of the settings. */
const NO_SECRETS = Object.fromEntries(HTTPS_SECRETS.map((name) => [name, '']))

/** The stored settings that belong to the machine. Undefined where there is no data, or none that can be read. */
export function readSettings(folder: string): StoredSettings | undefined {
  try {
    const db = openReader(join(folder, 'pulsekey.db'))
    try {
      const stored = db.prepare<[string], string>('SELECT value FROM settings WHERE key = ?').pluck()
      const read = <K extends keyof MachineSettings>(group: K): MachineSettings[K] => {
        const value: unknown = JSON.parse(stored.get(group) ?? '{}')
        const secrets = group === 'https' ? NO_SECRETS : {}
        const members = { ...DEFAULT_SETTINGS[group], ...(value as object), ...secrets }
        const parsed = SCHEMAS[group].safeParse(members)
        return (parsed.success ? parsed.data : DEFAULT_SETTINGS[group]) as MachineSettings[K]
      }
      return {
        listeners: read('listeners'),
        client_address: read('client_address'),
        backups: read('backups'),
        https: read('https'),
        chains: readChains(db),
      }
    } finally {
      db.close()
    }
  } catch {
    return undefined
  }
}

/** Data of an earlier version has no such table. */
function readChains(db: ReturnType<typeof openReader>): StoredSettings['chains'] {
  const hasTable = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'https_keys'").get() !== undefined
  if (!hasTable) return {}
  const rows = db
    .prepare<[], { id: string; about: string }>(
      "SELECT id, about FROM https_keys WHERE id IN ('uploaded', 'automatic')",
    )
    .all()
  const chainOf = (about: string) =>
    z.object({ chain: z.array(z.string()) }).parse(JSON.parse(about)).chain[0]
  return Object.fromEntries(rows.map(({ id, about }) => [id, chainOf(about)]))
}
