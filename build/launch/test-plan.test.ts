import { expect, it, vi } from 'vitest'

import { lanesFor, runPlan, STEPS, type Step } from './test-plan.ts'

/** Runs the plan with these steps failing. @returns the verdict, and the steps that ran */
async function runWhere(...failing: readonly Step[]) {
  const ran: Step[] = []
  const verdict = await runPlan(3, (step) => {
    ran.push(step)
    return Promise.resolve(!failing.includes(step))
  })
  return { ...verdict, ran }
}
const all: readonly Step[] = ['build', ...STEPS]

it('runs every step, and the build before all others', async () => {
  const { ran, ...verdict } = await runWhere()
  expect(verdict).toEqual({ hasPassed: true, leftOut: [] })
  expect(ran.toSorted()).toEqual(all.toSorted())
  expect(ran[0]).toBe('build')
})

it.each(STEPS)('runs every step when %s fails, and fails', async (failing) => {
  const { ran, ...verdict } = await runWhere(failing)
  expect(verdict).toEqual({ hasPassed: false, leftOut: [] })
  expect(ran.toSorted()).toEqual(all.toSorted())
})

it('fails with any number of failing steps, even when the last one of a lane passes', async () => {
  expect(await runWhere('shell', 'unit')).toMatchObject({ hasPassed: false })
})

it('skips only the steps that need the build when the build fails, and fails', async () => {
  const { ran, ...verdict } = await runWhere('build')
  expect(verdict).toEqual({ hasPassed: false, leftOut: ['e2e', 'shell'] })
  expect(ran.toSorted()).toEqual(
    ['build', 'typecheck', 'unit', 'scenario', 'contract', 'faults', 'lint'].toSorted(),
  )
})

it.each([1, 3])('runs at most %i steps at once, and as many whenever steps wait', async (lanes) => {
  const running = new Set<Step>()
  const most: number[] = []
  await runPlan(lanes, async (step) => {
    running.add(step)
    most.push(running.size)
    await new Promise(setImmediate)
    running.delete(step)
    return true
  })
  expect(Math.max(...most)).toBe(lanes)
  expect(most).toHaveLength(all.length)
})

it('gives the next step to the lane that is free first', async () => {
  const ends = new Map<Step, () => void>()
  const plan = runPlan(2, (step) =>
    step === 'build'
      ? Promise.resolve(true)
      : new Promise((resolve) =>
          ends.set(step, () => {
            resolve(true)
          }),
        ),
  )
  await vi.waitFor(() => {
    expect([...ends.keys()]).toEqual(['e2e', 'scenario'])
  })
  for (const [at, step] of (
    ['shell', 'faults', 'contract', 'typecheck', 'lint', 'unit'] as const
  ).entries()) {
    ends.get(at === 0 ? 'scenario' : STEPS[at + 1]!)?.()
    await vi.waitFor(() => {
      expect([...ends.keys()].at(-1)).toBe(step)
    })
  }
  ends.get('unit')?.()
  ends.get('e2e')?.()
  expect(await plan).toEqual({ hasPassed: true, leftOut: [] })
})

it('runs the steps one after another on one core, and three at once on two', () => {
  expect(lanesFor(1)).toBe(1)
  expect(lanesFor(2)).toBe(3)
})
