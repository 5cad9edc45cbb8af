import { readFileSync } from 'node:fs'

/** Linux counts processor time in ticks of 1/100 s. */
const TICK_SECONDS = 0.01

function readOrUndefined(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Seconds of processor time a process has used, all threads, user and system; undefined where /proc isn't there. */
export function processorSecondsOf(pid: number): number | undefined {
  const text = readOrUndefined(`/proc/${pid}/stat`)
  // The second field is the name in parentheses and may hold spaces.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields === undefined ? undefined : (Number(fields[11]) + Number(fields[12])) * TICK_SECONDS
}

/** Seconds of processor time everything on the machine has used, stolen time included. */
export function machineSeconds(): number | undefined {
  const line = readOrUndefined('/proc/stat')?.split('\n')[0]
  if (line === undefined) return undefined
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softirq + steal) * TICK_SECONDS
}
