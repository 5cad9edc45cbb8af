/** A page of a list. `limit` rows from `offset` on, in the order of `sort`, ties by id. */
export interface ListQuery<S extends string> {
  readonly offset: number
  readonly limit: number
  readonly sort: S
  readonly desc: boolean
  readonly search?: string | undefined
}
