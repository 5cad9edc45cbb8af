import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts a machine's processor time in ticks of 1/100 s, a thread's in nanoseconds. */
const TICK_SECONDS = 0.01
const NANOSECOND = 1e-9

function readOr<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** Seconds of processor time, user and system. */
export interface ProcessorTime {
  /** The processor time of all living threads. */
  readonly all: number
  /** The processor time of the event loop's thread, which bounds a Node server's calls a second. */
  readonly loop: number
}

/** The processor time of a process so far; undefined without /proc. */
export function readProcessorTime(pid: number): ProcessorTime | undefined {
  const tasks = `/proc/${pid}/task`
  const secondsOf = (thread: string) => {
    // A thread may end between the listing and the reading.
    const text = readOr(() => readFileSync(`${tasks}/${thread}/schedstat`, 'utf8'), '0')
    return Number(text.split(' ')[0]) * NANOSECOND
  }
  const threads = readOr(() => readdirSync(tasks), [])
  if (threads.length === 0) return undefined
  return {
    all: threads.reduce((sum, thread) => sum + secondsOf(thread), 0),
    loop: secondsOf(String(pid)),
  }
}

/** Seconds of processor time of the whole machine, with stolen time. */
export function machineSeconds(): number | undefined {
  const line = readOr(() => readFileSync('/proc/stat', 'utf8'), '').split('\n')[0]
  if (line === undefined || line === '') return undefined
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softirq + steal) * TICK_SECONDS
}
