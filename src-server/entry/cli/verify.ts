import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { MAIN_DATABASE } from '../../store/backup-store.ts'
import { hashFile, readManifest } from '../../store/sqlite/backups/manifest.ts'
import { DATABASES } from '../../store/sqlite/backups/places.ts'
import { findHolder } from '../../store/sqlite/lock.ts'
import { checkDatabase, countSecrets, followAudit, readKeyOf } from '../../store/sqlite/inspect.ts'
import { openByMachines } from '../../store/sealing/data-key.ts'
import { lookUpMachineKeys } from '../machine-key.ts'
import { CommandRefused, outcome, type Command, type CommandHost } from './command.ts'
import { requireData } from './data.ts'

interface Finding {
  readonly what: string
  readonly ok: boolean
  readonly text: string
}

/** Checks every page, index and reference of both databases, the audit log's chain, and the sealed secrets. Changes nothing. */
export const verify: Command = async ({ folder, backup }, host) => {
  const place = backup === undefined ? folder : resolve(backup)
  const findings: Finding[] = []
  if (backup === undefined) requireData(folder)
  else findings.push(...(await checkManifest(place)))
  for (const name of DATABASES) {
    const file = join(place, name)
    if (!existsSync(file)) {
      findings.push({ what: name, ok: false, text: 'it is missing' })
      continue
    }
    const problems = checkDatabase(file)
    findings.push({
      what: name,
      ok: problems.length === 0,
      text: problems.join('; ') || 'every page is whole',
    })
  }
  const main = join(place, MAIN_DATABASE)
  if (existsSync(main) && findings.every(({ what, ok }) => what !== MAIN_DATABASE || ok)) {
    findings.push(await checkAudit(main))
    findings.push(await checkSecrets(main, host))
  }
  const broken = findings.filter(({ ok }) => !ok)
  const isRunning = backup === undefined && findHolder(folder) !== undefined
  return outcome(
    broken.length > 0 ? 2 : 0,
    [
      ...(isRunning ? ['A server is running on this data: this is the state of one moment'] : []),
      ...findings.map(({ what, ok, text }) => `${ok ? 'ok     ' : 'BROKEN '} ${what}: ${text}`),
    ],
    { place, running: isRunning, findings },
  )
}

async function checkManifest(place: string): Promise<Finding[]> {
  const manifest = readManifest(place)
  if (manifest === undefined)
    throw new CommandRefused(`${place} is no backup: its backup.json is missing or wrong`)
  const findings: Finding[] = []
  for (const { name, size, sha256 } of manifest.files) {
    const file = join(place, name)
    const same = existsSync(file) && statSync(file).size === size && (await hashFile(file)) === sha256
    findings.push({
      what: `${name} as saved`,
      ok: same,
      text: same ? 'its checksum is right' : 'its checksum differs',
    })
  }
  return findings
}

async function checkAudit(main: string): Promise<Finding> {
  const { rows, broken } = await followAudit(main)
  const text =
    broken === undefined
      ? `${rows} rows, each fits the one before`
      : `it is ${broken.reason} from row ${broken.brokenAt} on`
  return { what: 'audit log', ok: broken === undefined, text }
}

async function checkSecrets(main: string, host: CommandHost): Promise<Finding> {
  const what = 'sealed secrets'
  const key = readKeyOf(main)
  if (key === undefined) return { what, ok: true, text: 'none: this data is from before secrets were sealed' }
  const secret = openByMachines(key, lookUpMachineKeys(host.machineKey))
  if (secret === undefined)
    return {
      what,
      ok: true,
      text: 'not checked: they belong to the key of another machine. Starting the server needs its recovery key',
    }
  const { opened, unreadable } = countSecrets(main, secret, host.random)
  const ok = unreadable.length === 0
  return {
    what,
    ok,
    text: ok ? `all ${opened} open` : `${unreadable.length} do not open: ${unreadable.join(', ')}`,
  }
}
