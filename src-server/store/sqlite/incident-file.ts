import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { partOf, syncFile, syncFolder } from './backups/places.ts'

const incident = z.object({ at: z.int(), what: z.string() })
const incidents = z.object({
  damage: incident.optional(),
  telemetryRenewed: incident.optional(),
  fault: incident.optional(),
})
export type Incidents = z.output<typeof incidents>

const fileOf = (data: string): string => join(data, 'incidents.json')

/**
 * The incidents survive a restart in a small file of their own, because a damaged database can't store that
 * it is damaged. An unreadable file counts as none: the start checks the databases again.
 */
export function readIncidents(data: string): Incidents {
  try {
    const read = incidents.safeParse(JSON.parse(readFileSync(fileOf(data), 'utf8')))
    return read.success ? read.data : {}
  } catch {
    return {}
  }
}

/** Replaces the file as a whole. */
export function writeIncidents(data: string, found: Incidents): void {
  const file = fileOf(data)
  if (Object.values(found).every((one) => one === undefined)) {
    rmSync(file, { force: true })
    return
  }
  writeFileSync(partOf(file), JSON.stringify(found), { mode: 0o600 })
  syncFile(partOf(file))
  renameSync(partOf(file), file)
  syncFolder(data)
}

/** Ends the incidents of data that was replaced. */
export function forgetDataIncidents(data: string): void {
  const { fault } = readIncidents(data)
  writeIncidents(data, { fault })
}
