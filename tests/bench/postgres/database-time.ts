import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LoadProcess } from '../load/load-process.ts'
import type { Circumstances, Subject } from '../subjects.ts'
import { sampleOf } from '../subjects.ts'
import { readProcessorTime } from '../server/processor-time.ts'

/** The time that the database may write behind the last answer, milliseconds. */
const AFTER_MS = 300

/**
 * Processor time that a call costs the database, all its processes together.
 * @param data the database's folder
 * @returns microseconds
 */
export async function databaseMicros(
  load: LoadProcess,
  subject: Subject,
  circumstances: Circumstances,
  measureMs: number,
  data: string,
): Promise<number> {
  const before = secondsOf(data)
  const measured = await load.measure({ ...sampleOf(subject, 999), ...circumstances, warmUpMs: 0, measureMs })
  await new Promise((resolve) => setTimeout(resolve, AFTER_MS))
  let spent = 0
  for (const [process, seconds] of secondsOf(data)) spent += seconds - (before.get(process) ?? 0)
  return (spent / measured.answered) * 1e6
}

/** Seconds of processor time of each process of the database. @param data the database's folder */
export function secondsOf(data: string): Map<string, number> {
  const main = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0] ?? ''
  const all = readdirSync('/proc').filter((name) => name === main || isChildOf(name, main))
  return new Map(all.map((name) => [name, readProcessorTime(Number(name))?.all ?? 0]))
}

function isChildOf(name: string, parent: string): boolean {
  if (!/^\d+$/.test(name)) return false
  try {
    // The name of the program is in parentheses; the state and the parent follow.
    const [, rest = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')
    return rest.split(' ')[1] === parent
  } catch {
    // The process has ended meanwhile.
    return false
  }
}
