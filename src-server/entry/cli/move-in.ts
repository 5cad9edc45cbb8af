import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { DEFAULT_SETTINGS } from '../../domain/platform/settings.ts'
import { CERTIFICATE_MEMBERS } from '../../services/move/move-host.ts'
import { MAIN_DATABASE } from '../../store/backup-store.ts'
import { openDatabase } from '../../store/sqlite/open.ts'
import { CommandRefused, outcome, type Command } from './command.ts'
import { requireStopped } from './data.ts'
import { putInPlace } from './restore.ts'

const manifest = z.object({ publicPort: z.int().min(1).max(65_535) })

/**
 * Puts the data of a server that moves here into an empty folder, with the signatures of the calls that it accepted.
 * Addresses and files of the old machine stay behind.
 */
export const moveIn: Command = async ({ folder, from }, host) => {
  if (from === undefined) throw new CommandRefused('Name the unpacked data of the bundle with --from')
  const source = resolve(from)
  const read = manifest.safeParse(readManifest(source))
  const backups = join(source, 'backup')
  const name = existsSync(backups) ? readdirSync(backups)[0] : undefined
  if (!read.success || name === undefined) throw new CommandRefused(`${source} is no data of a move`)
  if (existsSync(join(folder, 'pulsekey.db')))
    throw new CommandRefused(`There is data in ${folder} already. Nothing was changed`)
  requireStopped(folder, 'Nothing was changed.')
  const { listeners, client_address, backups: plan } = DEFAULT_SETTINGS
  await putInPlace(folder, join(backups, name), host, {
    listeners: { ...listeners, public_port: read.data.publicPort },
    client_address,
    backups: plan,
  })
  // Before the first start: a captured call of the old server is refused here too.
  const signatures = join(source, 'signatures')
  if (existsSync(signatures)) cpSync(signatures, join(folder, 'signatures'), { recursive: true })
  const certificates = takeCertificates(source, folder)
  return outcome(0, [`The data is in ${folder}. Everybody is signed out`], {
    folder,
    public_port: read.data.publicPort,
    certificates,
  })
}

/** Puts the files of certificates into the data folder, and names them in the settings. @returns the settings' members */
function takeCertificates(source: string, folder: string): string[] {
  const from = join(source, 'certificates')
  const members = CERTIFICATE_MEMBERS.filter((member) => existsSync(join(from, `${member}.pem`)))
  if (members.length === 0) return []
  cpSync(from, join(folder, 'certificates'), { recursive: true })
  const db = openDatabase(join(folder, MAIN_DATABASE))
  try {
    for (const member of members) {
      const [group, name] = member.split('.')
      db.prepare('UPDATE settings SET value = json_set(value, ?, ?) WHERE key = ?').run(
        `$.${name ?? ''}`,
        join(folder, 'certificates', `${member}.pem`),
        group,
      )
    }
    db.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.close()
  }
  return members
}

function readManifest(source: string): unknown {
  try {
    return JSON.parse(readFileSync(join(source, 'move.json'), 'utf8'))
  } catch {
    return undefined
  }
}
