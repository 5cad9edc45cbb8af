import type { Ref } from 'vue'

/** The controls at the foot of a list: the current page, and the ways to others. */
export interface Pages {
  /** Counts from 1. */
  readonly page: Readonly<Ref<number>>
  /** All matching rows, not the page. */
  readonly total: Readonly<Ref<number>>
  /** false: there are more than `total`. */
  readonly exact: Readonly<Ref<boolean>>
  readonly hasNext: Readonly<Ref<boolean>>
  readonly loading: Readonly<Ref<boolean>>
  readonly first: () => void
  readonly previous: () => void
  readonly next: () => void
}
