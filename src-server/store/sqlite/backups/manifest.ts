import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { BACKUP_REASONS, type BackupRecord } from '../../../contract/records/backup.ts'
import { MAIN_DATABASE } from '../../backup-store.ts'
import { DATABASES, syncFile } from './places.ts'

const FILE = 'backup.json'

/** The file beside the copies that describes a backup, so that it can be restored from anywhere. */
const manifest = z.object({
  reason: z.enum(BACKUP_REASONS),
  made_at: z.int(),
  version: z.string(),
  files: z.array(z.object({ name: z.enum(DATABASES), size: z.int(), sha256: z.string() })),
})
export type Manifest = z.output<typeof manifest>

export async function writeManifest(
  folder: string,
  about: Pick<Manifest, 'reason' | 'made_at' | 'version'>,
): Promise<Manifest> {
  const files: Manifest['files'] = []
  for (const name of DATABASES) {
    const file = join(folder, name)
    files.push({ name, size: statSync(file).size, sha256: await hashFile(file) })
  }
  const whole = { ...about, files }
  writeFileSync(join(folder, FILE), JSON.stringify(whole, null, 2), { mode: 0o600 })
  syncFile(join(folder, FILE))
  return whole
}

/** @returns undefined for a folder without a valid backup */
export function readManifest(folder: string): Manifest | undefined {
  try {
    const read = manifest.safeParse(JSON.parse(readFileSync(join(folder, FILE), 'utf8')))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

export function recordOf(name: string, { reason, made_at, version, files }: Manifest): BackupRecord {
  return {
    name,
    reason,
    made_at,
    version,
    size: files.reduce((sum, { size }) => sum + size, 0),
    sha256: files.find((file) => file.name === MAIN_DATABASE)?.sha256 ?? '',
  }
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash)
  return hash.digest('hex')
}
