import { expect, it } from 'vitest'
import { createSlicer, mapInSlices, sortInSlices, whole, type Slices } from './slices.ts'

/** A clock that moves 1 ms at each look, and tasks that run when the test says so. */
function makeSlicer() {
  let now = 0
  const tasks: (() => void)[] = []
  const slicer = createSlicer(
    () => now++,
    (run) => tasks.push(run),
  )
  return { slicer, tasks, runTask: () => tasks.shift()?.() }
}
function* steps(count: number, done: string[], name: string): Slices {
  for (let step = 0; step < count; step++) yield
  done.push(name)
}

it('short work is done at once', () => {
  const { slicer, tasks } = makeSlicer()
  const done: string[] = []
  slicer.start(steps(3, done, 'a'))
  expect(done).toEqual(['a'])
  expect(tasks).toEqual([])
})

it('long work is spread over tasks', () => {
  const { slicer, tasks, runTask } = makeSlicer()
  const done: string[] = []
  slicer.start(steps(20, done, 'a'))
  expect(done).toEqual([])
  let ran = 0
  for (; tasks.length > 0; ran++) runTask()
  expect(done).toEqual(['a'])
  expect(ran).toBeGreaterThan(1)
})

it('an act of the person takes the place of work under way, and a tick does not', () => {
  const { slicer, tasks, runTask } = makeSlicer()
  const done: string[] = []
  slicer.start(steps(100, done, 'old'))
  slicer.startIfFree(() => steps(1, done, 'tick'))
  slicer.start(steps(30, done, 'new'))
  while (tasks.length > 0) runTask()
  expect(done).toEqual(['new'])
})

it('wishes for the next work are one, after that under way', () => {
  const { slicer, tasks, runTask } = makeSlicer()
  const done: string[] = []
  slicer.start(steps(30, done, 'a'))
  slicer.startNext(() => steps(1, done, 'b'))
  slicer.startNext(() => steps(1, done, 'c'))
  while (tasks.length > 0) runTask()
  expect(done).toEqual(['a', 'c'])
})

it.each([0, 1, 2, 1023, 1024, 1025, 5000])('a sort in slices is a stable sort, of %i items', (count) => {
  const items = Array.from({ length: count }, (_, index) => ({ key: (index * 7919) % 97, index }))
  const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key
  expect(whole(sortInSlices(items, byKey))).toEqual(items.toSorted(byKey))
  expect(whole(mapInSlices(items, ({ index }) => index))).toEqual(items.map(({ index }) => index))
})
