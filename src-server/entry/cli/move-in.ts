import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { DEFAULT_SETTINGS } from '../../domain/platform/settings.ts'
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
  return outcome(0, [`The data is in ${folder}. Everybody is signed out`], {
    folder,
    public_port: read.data.publicPort,
  })
}

function readManifest(source: string): unknown {
  try {
    return JSON.parse(readFileSync(join(source, 'move.json'), 'utf8'))
  } catch {
    return undefined
  }
}
