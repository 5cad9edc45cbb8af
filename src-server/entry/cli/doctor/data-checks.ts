import { accessSync, constants, statfsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { PlatformSettings } from '../../../contract/records/settings.ts'
import { isDiskLow } from '../../../domain/platform/disk-space.ts'
import { checkDatabases as quickCheck } from '../../../store/sqlite/backups/check-databases.ts'
import { KnownCopies } from '../../../store/sqlite/backups/data-key-of.ts'
import { listBackups } from '../../../store/sqlite/backups/list-backups.ts'
import { lastMomentOf, migrationsOf } from '../../../store/sqlite/inspect.ts'
import { readMigrations } from '../../../store/migrations.ts'
import { filesOpenToOthers, isOpenToOthers } from '../../../store/sqlite/private-files.ts'
import type { CommandHost } from '../command.ts'
import { migrationsOf as shippedIn } from '../data.ts'
import { textOf, type Check } from './check.ts'

const MEGABYTE = 1024 * 1024
/** Clocks differ by seconds. More means that one of them was wrong. */
const SLACK = 300
const DAY = 86_400

export function checkVersion(folder: string, host: CommandHost): Check {
  const check = 'version'
  const about = `Pulsekey ${host.version} on Node ${process.versions.node}`
  try {
    const shipped = readMigrations(join(shippedIn(host), 'main')).length
    const applied = migrationsOf(join(folder, 'pulsekey.db')).length
    if (applied > shipped)
      return { check, state: 'bad', text: `${about}. The data is of a newer version: install that one` }
    const text = applied < shipped ? `${about}. The next start updates the data, after a copy of it` : about
    return { check, state: 'ok', text }
  } catch (error) {
    return { check, state: 'bad', text: `${about}. The data's version can't be read: ${textOf(error)}` }
  }
}

export function checkFolder(folder: string): Check[] {
  const found: Check[] = []
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    found.push({ check: 'folder', state: 'ok', text: `${folder} can be written` })
  } catch (error) {
    found.push({ check: 'folder', state: 'bad', text: `this user can't write ${folder}: ${textOf(error)}` })
  }
  const open = filesOpenToOthers(folder)
  if (open.length > 0)
    found.push({
      check: 'rights',
      state: 'warn',
      text: `others can read ${open.join(', ')}. A start of the server takes that right away`,
    })
  else if (isOpenToOthers(folder))
    found.push({ check: 'rights', state: 'warn', text: `others can enter the folder: chmod 700 ${folder}` })
  else found.push({ check: 'rights', state: 'ok', text: 'only this user can read the data' })
  return found
}

export function checkDisk(folder: string, size: number): Check {
  const disk = statfsSync(folder)
  const free = disk.bavail * disk.bsize
  const text = `${Math.floor(free / MEGABYTE)} MB free for ${Math.ceil(size / MEGABYTE)} MB of data`
  return isDiskLow(free, size)
    ? { check: 'disk', state: 'warn', text: `${text}: the next backup may not fit. Free some space` }
    : { check: 'disk', state: 'ok', text }
}

export function checkDatabases(folder: string): Check[] {
  return quickCheck(folder).map(({ name, verdict }) =>
    verdict === 'ok'
      ? { check: name, state: 'ok', text: 'its pages are whole. The verify command checks more' }
      : { check: name, state: 'bad', text: `${verdict}. Restore the newest backup that verify finds whole` },
  )
}

export function checkClock(folder: string, now: number): Check {
  const check = 'clock'
  try {
    const last = lastMomentOf(join(folder, 'pulsekey.db'))
    const text = `now ${iso(now)}, the data's last moment ${last === 0 ? 'none' : iso(last)}`
    if (last > now + SLACK)
      return { check, state: 'bad', text: `${text}: the clock is behind. Set it before the server starts` }
    return { check, state: 'ok', text }
  } catch (error) {
    return { check, state: 'bad', text: `the data's last moment can't be read: ${textOf(error)}` }
  }
}

export function checkBackups(
  folder: string,
  settings: PlatformSettings['backups'] | undefined,
  now: number,
): Check[] {
  const backups = listBackups(folder, settings?.folder ?? '')
  const newest = Math.max(0, ...backups.map(({ record }) => record.made_at))
  const text = newest === 0 ? 'there is no backup' : `${backups.length}, the newest of ${iso(newest)}`
  const isOld = newest < now - 2 * DAY
  const found: Check[] = [
    { check: 'backups', state: isOld ? 'warn' : 'ok', text: isOld ? `${text}: make one with backup` : text },
  ]
  const copies = new KnownCopies()
  const plain = backups.filter(({ path }) => !copies.isSealed(join(path, 'pulsekey.db')))
  if (plain.length > 0)
    found.push({
      check: 'old backups',
      state: 'warn',
      text: `${plain.map(({ path }) => path).join(', ')} hold keys in plain text: delete them when they are not needed`,
    })
  return found
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}
