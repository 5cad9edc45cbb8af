/** Work over many rows that pauses at each `yield`, so that it can be spread over several tasks. */
export type Slices<T = void> = Generator<undefined, T, undefined>

/** Rows between two pauses: a small part of a millisecond. */
export const SLICE_ROWS = 256
/** The longest part of a task, ms: frames of 16.7 ms have room for it. */
const BUDGET_MS = 5
/** The first part follows an act of the person directly: most fleets are done with it, and nobody sees an old table. */
const FIRST_BUDGET_MS = 12

/** Does all of it at once. */
export function whole<T>(slices: Slices<T>): T {
  let step = slices.next()
  while (step.done !== true) step = slices.next()
  return step.value
}

export interface Slicer {
  /** Begins the work at once in place of any other, and does the rest in tasks of their own. */
  start(work: Slices): void
  /** Begins the work unless some is under way. */
  startIfFree(work: () => Slices): void
  /** Begins the work, after that which is under way. Several such wishes are one. */
  startNext(work: () => Slices): void
  isBusy(): boolean
}

export function createSlicer(
  clock: () => number = () => performance.now(),
  later: (run: () => void) => void = (run) => setTimeout(run),
): Slicer {
  let current: Slices | undefined
  let next: (() => Slices) | undefined

  function run(work: Slices, budget: number): void {
    const until = clock() + budget
    while (current === work) {
      if (work.next().done === true) {
        current = undefined
        if (next !== undefined) slicer.start(next())
        return
      }
      if (clock() >= until) {
        later(() => {
          run(work, BUDGET_MS)
        })
        return
      }
    }
  }

  const slicer: Slicer = {
    start(work) {
      next = undefined
      current = work
      run(work, FIRST_BUDGET_MS)
    },
    startIfFree(work) {
      if (current === undefined) slicer.start(work())
    },
    startNext(work) {
      if (current === undefined) slicer.start(work())
      else next = work
    },
    isBusy: () => current !== undefined,
  }
  return slicer
}

/** Sorts like `Array.sort`, in slices: runs first, then merges of runs. */
export function* sortInSlices<T>(items: readonly T[], compare: (a: T, b: T) => number): Slices<T[]> {
  const RUN = 4 * SLICE_ROWS
  let from: T[] = []
  for (let start = 0; start < items.length; start += RUN) {
    from = from.concat(items.slice(start, start + RUN).sort(compare))
    yield
  }
  let to = new Array<T>(from.length)
  for (let width = RUN; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length)
      const end = Math.min(start + 2 * width, from.length)
      let [left, right] = [start, middle]
      for (let at = start; at < end; at++) {
        const a = from[left]
        const b = from[right]
        const takesLeft =
          left < middle && a !== undefined && (right >= end || b === undefined || compare(a, b) <= 0)
        const taken = takesLeft ? a : b
        if (taken !== undefined) to[at] = taken
        if (takesLeft) left++
        else right++
        if (at % SLICE_ROWS === 0) yield
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}

/** Applies a function to all items, in slices. */
export function* mapInSlices<A, B>(items: readonly A[], map: (item: A) => B): Slices<B[]> {
  const mapped: B[] = []
  for (const item of items) {
    mapped.push(map(item))
    if (mapped.length % SLICE_ROWS === 0) yield
  }
  return mapped
}
