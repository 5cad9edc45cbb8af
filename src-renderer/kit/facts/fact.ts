import type { RouteLocationRaw } from 'vue-router'

/** A name and a value, which may lead somewhere. */
export interface Fact {
  readonly label: string
  readonly value: string
  readonly to?: RouteLocationRaw | undefined
}
