import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A share of a core is given anew each time, microseconds. */
const PERIOD_MICROS = 100_000
const ROOT = '/sys/fs/cgroup'
/** Version 1 has a tree for each resource, version 2 one tree. */
const IS_FIRST = existsSync(join(ROOT, 'cpu'))

/** A process that the system holds to a part of a core. */
export interface HeldProcess {
  /** Seconds of processor time that its threads had to wait for their next share. */
  throttledSeconds(): number
  /** Lets it run freely. */
  release(): void
}

/**
 * Holds a process with all its threads to a part of a core, by a cgroup of its own. Needs root on Linux.
 * @param core the share, 1 for a whole core
 * @throws Error of the file system where cgroups can't be made
 */
export function holdProcess(pid: number, core: number): HeldProcess {
  const former = groupOf(pid)
  // Version 2 has no groups inside of one that has processes, except in its root.
  const group = join(IS_FIRST ? former : ROOT, `pulsekey-bench-${pid}`)
  const quota = Math.round(core * PERIOD_MICROS)
  if (!IS_FIRST) writeFileSync(join(ROOT, 'cgroup.subtree_control'), '+cpu')
  mkdirSync(group)
  if (IS_FIRST) {
    writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_MICROS))
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota))
  } else writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD_MICROS}`)
  writeFileSync(join(group, 'cgroup.procs'), String(pid))
  return {
    throttledSeconds: () => throttledIn(readFileSync(join(group, 'cpu.stat'), 'utf8')),
    release: () => {
      writeFileSync(join(former, 'cgroup.procs'), String(pid))
      rmdirSync(group)
    },
  }
}

/** The folder of the group that gives a process its processor time. */
function groupOf(pid: number): string {
  const groups = readFileSync(`/proc/${pid}/cgroup`, 'utf8')
  const [, path = '/'] = (IS_FIRST ? /^\d+:(?:.*,)?cpu(?:,.*)?:(.*)$/m : /^0::(.*)$/m).exec(groups) ?? []
  return join(ROOT, IS_FIRST ? 'cpu' : '', path)
}

/** Version 1 counts nanoseconds, version 2 microseconds. */
function throttledIn(stat: string): number {
  const [, name, value] = /^(throttled_time|throttled_usec) (\d+)$/m.exec(stat) ?? []
  return Number(value) / (name === 'throttled_time' ? 1e9 : 1e6)
}
