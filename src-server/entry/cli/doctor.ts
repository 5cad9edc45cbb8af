import { statSync } from 'node:fs'
import { join } from 'node:path'
import { findHolder } from '../../store/sqlite/lock.ts'
import { outcome, type Command } from './command.ts'
import { requireData } from './data.ts'
import {
  checkBackups,
  checkClock,
  checkDatabases,
  checkDisk,
  checkFolder,
  checkVersion,
} from './doctor/data-checks.ts'
import { checkCertificates } from './doctor/certificate-checks.ts'
import { checkPort } from './doctor/listener-checks.ts'
import { checkMachineKey } from './doctor/key-checks.ts'
import type { Check } from './doctor/check.ts'
import { readSettings } from './stored-settings.ts'

const SIGN = { ok: 'ok     ', warn: 'WARNING', bad: 'BAD    ' } as const

/** Looks at everything that a start needs, and says what to do. Changes nothing, and works beside a running server. */
export const doctor: Command = async ({ folder }, host) => {
  requireData(folder)
  const settings = readSettings(folder)
  const holder = findHolder(folder)
  const now = host.now()
  const checks: Check[] = [
    checkVersion(folder, host),
    ...checkFolder(folder),
    checkDisk(folder, sizeOf(folder)),
    {
      check: 'server',
      state: 'ok',
      text:
        holder === undefined
          ? 'none is running on this data. Every command is possible'
          : `one is running${holder.pid === undefined ? '' : ` (process ${holder.pid})`}. doctor, verify and backup are possible; stop it for restore, reset-owner and rotate-keys`,
    },
    ...checkDatabases(folder),
    checkClock(folder, now),
    checkMachineKey(folder, host),
    ...(await checkCertificates(settings, now)),
    await checkPort(settings?.listeners, holder !== undefined),
    ...checkBackups(folder, settings?.backups, now),
  ]
  const states = checks.map(({ state }) => state)
  return outcome(
    states.includes('bad') ? 2 : states.includes('warn') ? 1 : 0,
    checks.map(({ check, state, text }) => `${SIGN[state]} ${check}: ${text}`),
    { running: holder !== undefined, pid: holder?.pid ?? null, checks },
  )
}

function sizeOf(folder: string): number {
  return ['pulsekey.db', 'telemetry.db'].reduce((sum, name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false })
    return sum + (found?.size ?? 0)
  }, 0)
}
