import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DrawdownPolicy } from '../domain/risk/drawdown-alert.ts'
import { DrawdownWatch } from './drawdown-watch.ts'
import { AlertBench } from '../../tests/support/alert-bench.ts'

/** One pulse of an equity curve, and what happens to the server after it. */
interface Step {
  /** Seconds since the last one. */
  readonly after: number
  /** Percent, NaN for none. */
  readonly dd: number
  readonly policy: DrawdownPolicy
  /**
   * `restart`: everything is on disk. `lost`: a crash before anything of this pulse was written. `noPulse`: a
   * crash after the event was written and before the pulse was.
   */
  readonly then: 'on' | 'restart' | 'lost' | 'noPulse'
}

interface Kept {
  readonly at: number
  readonly isTold: boolean
}

const START = 1_700_000_000

/** Feeds a curve to the watch, over its real log. @returns the content of the disk at the end */
async function replay(steps: readonly Step[]): Promise<Kept[]> {
  const bench = new AlertBench()
  const live = bench.account()
  let watch = new DrawdownWatch(bench.alerts)
  let now = START
  let stored = live.pulse
  for (const { after, dd, policy, then } of steps) {
    now += after
    bench.policy = { ...policy, closeOverdueAlert: true, silenceAlert: 0 }
    live.pulse = bench.pulse(dd, now)
    watch.onPulse(live, dd, policy, now)
    if (then !== 'lost') {
      await bench.flush()
      if (then !== 'noPulse') stored = live.pulse
    }
    if (then === 'on') continue
    live.pulse = stored
    await bench.reopen()
    watch = new DrawdownWatch(bench.alerts)
    watch.resume(bench.devices)
  }
  return bench.events.map(({ at, tell }) => ({ at, isTold: tell === 'wanted' }))
}

/** The same result from the rule's text, computed over the whole curve at each pulse (docs/protocol.md 8, docs/decisions/risk.md). */
function expected(steps: readonly Step[]): Kept[] {
  const seen: (Step & { readonly at: number })[] = []
  const kept: (Kept & { readonly index: number; readonly dd: number; readonly threshold: number })[] = []
  let at = START
  steps.forEach((step, index) => {
    at += step.after
    seen.push({ ...step, at })
    const { dd, policy } = step
    const { drawdownThreshold: threshold } = policy
    if (threshold <= 0 || !(dd >= threshold) || step.then === 'lost') return
    const last = kept.at(-1)
    const told = kept.findLast(({ isTold }) => isTold)
    const keep = (isTold: boolean) => kept.push({ index, at, isTold, dd, threshold })
    if (last === undefined || told === undefined) {
      keep(true)
      return
    }
    const isCool = at - told.at >= Math.max(policy.alertCooldown, 60)
    if (wasOver(seen, last, index) || last.dd < threshold) keep(isCool)
    else if (isCool && (!last.isTold || dd > last.dd)) keep(true)
  })
  return kept.map(({ at: when, isTold }) => ({ at: when, isTold }))
}

/** Whether the drawdown ended between an event and a later pulse, as far as a restarted server can know. */
function wasOver(
  seen: readonly (Step & { readonly at: number })[],
  last: { readonly index: number; readonly threshold: number },
  until: number,
): boolean {
  let isOver = false
  let newest = last.index
  for (let i = last.index; i < until; i++) {
    const { dd, policy, then } = seen[i]!
    const isEvent = i === last.index
    if (!isEvent && (policy.drawdownThreshold <= 0 || dd < 0.8 * policy.drawdownThreshold)) isOver = true
    if (then === 'on' || then === 'restart') newest = i
    if (then === 'on') continue
    // After a restart, the server knows only the last written pulse since the event.
    const pulse = seen[newest]!
    isOver = newest > last.index && pulse.dd < last.threshold
  }
  return isOver
}

const curve = (then: readonly Step['then'][]) =>
  fc
    .record({
      begin: fc.integer({ min: 0, max: 40 }),
      moves: fc.array(
        fc.record({
          after: fc.oneof(
            { weight: 6, arbitrary: fc.integer({ min: 1, max: 90 }) },
            { weight: 1, arbitrary: fc.integer({ min: 600, max: 4000 }) },
          ),
          move: fc.integer({ min: -9, max: 9 }),
          isNone: fc.nat({ max: 19 }).map((n) => n === 0),
          threshold: fc.option(fc.constantFrom(0, 10, 20, 30), { freq: 15 }),
          cooldown: fc.option(fc.constantFrom(0, 120, 900, 3600), { freq: 15 }),
          then: fc.nat({ max: 11 }).map((n) => then[n] ?? ('on' as const)),
        }),
        { minLength: 5, maxLength: 120 },
      ),
    })
    .map(({ begin, moves }): Step[] => {
      let dd = begin
      let policy: DrawdownPolicy = { drawdownThreshold: 20, alertCooldown: 900 }
      return moves.map(({ after, move, isNone, threshold, cooldown, then: next }) => {
        dd = Math.min(100, Math.max(0, dd + move))
        policy = {
          drawdownThreshold: threshold ?? policy.drawdownThreshold,
          alertCooldown: cooldown ?? policy.alertCooldown,
        }
        return { after, dd: isNone ? NaN : dd, policy, then: next }
      })
    })

it('keeps and sends for any equity curve exactly what the rule says, through restarts and crashes', async () => {
  await fc.assert(
    fc.asyncProperty(curve(['restart', 'lost', 'noPulse']), async (steps) => {
      expect(await replay(steps)).toEqual(expected(steps))
    }),
    { numRuns: 400 },
  )
})

it('nobody gets two alerts within the cool-down', async () => {
  await fc.assert(
    fc.asyncProperty(curve(['restart', 'noPulse', 'lost']), async (steps) => {
      const told = (await replay(steps)).filter(({ isTold }) => isTold)
      const cooldownAt = (at: number) => {
        let now = START
        for (const { after, policy } of steps) {
          now += after
          if (now === at) return Math.max(60, policy.alertCooldown)
        }
        throw new Error('told of without a pulse')
      }
      told.forEach(({ at }, i) => {
        const before = told[i - 1]
        if (before !== undefined) expect(at - before.at).toBeGreaterThanOrEqual(cooldownAt(at))
      })
    }),
    { numRuns: 300 },
  )
})

it('every time the threshold is reached from below is an event, however soon after the last', async () => {
  await fc.assert(
    fc.asyncProperty(curve([]), async (steps) => {
      const kept = new Set((await replay(steps)).map(({ at }) => at))
      let isBelow = true
      let now = START
      for (const { after, dd, policy } of steps) {
        now += after
        const threshold = policy.drawdownThreshold
        if (threshold <= 0 || dd < 0.8 * threshold) isBelow = true
        else if (dd >= threshold && isBelow) {
          expect(kept).toContain(now)
          isBelow = false
        }
      }
    }),
    { numRuns: 300 },
  )
})
