import { shallowRef, type Ref } from 'vue'

/** The ticked accounts, by id: a selection outlives filters and reordering. */
export interface RowSelection {
  readonly ids: Readonly<Ref<ReadonlySet<number>>>
  set(id: number, on: boolean): void
  /** Every account between the two, ends included, in the order shown. */
  addRange(order: readonly number[], from: number, to: number): void
  replace(ids: Iterable<number>): void
  clear(): void
}

export function createRowSelection(): RowSelection {
  const ids = shallowRef<ReadonlySet<number>>(new Set())
  return {
    ids,
    set(id, on) {
      const changed = new Set(ids.value)
      if (on) changed.add(id)
      else changed.delete(id)
      ids.value = changed
    },
    addRange(order, from, to) {
      const changed = new Set(ids.value)
      for (const id of order.slice(Math.min(from, to), Math.max(from, to) + 1)) changed.add(id)
      ids.value = changed
    },
    replace(chosen) {
      ids.value = new Set(chosen)
    },
    clear() {
      ids.value = new Set()
    },
  }
}
