import type { Ref } from 'vue'

/** What the foot of a list turns: the page that is shown, and the ways on. */
export interface Pages {
  /** Counts from 1. */
  readonly page: Readonly<Ref<number>>
  /** All that match, not the page. */
  readonly total: Readonly<Ref<number>>
  /** false: there are more than `total`. */
  readonly exact: Readonly<Ref<boolean>>
  readonly hasNext: Readonly<Ref<boolean>>
  readonly loading: Readonly<Ref<boolean>>
  readonly first: () => void
  readonly previous: () => void
  readonly next: () => void
}
