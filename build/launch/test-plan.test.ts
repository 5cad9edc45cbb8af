import { expect, it } from 'vitest'

import { LANES, lanesFor, runPlan, type Step } from './test-plan.ts'

/** Runs the plan with these steps failing. @returns the verdict, and the steps that ran */
async function runWhere(...failing: readonly Step[]) {
  const ran: Step[] = []
  const verdict = await runPlan(LANES, (step) => {
    ran.push(step)
    return Promise.resolve(!failing.includes(step))
  })
  return { ...verdict, ran }
}
const all: readonly Step[] = ['build', ...LANES.flat()]

it('runs every step, and the build before all others', async () => {
  const { ran, ...verdict } = await runWhere()
  expect(verdict).toEqual({ hasPassed: true, leftOut: [] })
  expect(ran.toSorted()).toEqual(all.toSorted())
  expect(ran[0]).toBe('build')
})

it.each(LANES.flat())('runs every step when %s fails, and fails', async (failing) => {
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
  expect(ran.toSorted()).toEqual(['build', 'typecheck', 'unit', 'scenario', 'faults', 'lint'].toSorted())
})

it('runs the steps of a lane one after another', async () => {
  let running = 0
  await runPlan([['typecheck', 'unit', 'scenario']], async () => {
    running += 1
    expect(running).toBe(1)
    await new Promise(setImmediate)
    running -= 1
    return true
  })
})

it('runs all steps one after another on one core, and the lanes at once on two', () => {
  expect(lanesFor(1)).toEqual([LANES.flat()])
  expect(lanesFor(2)).toEqual(LANES)
})
