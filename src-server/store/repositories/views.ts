/** Filters, order and columns of a list that somebody kept under a name. */
export interface SavedView {
  readonly id: number
  /** Whose it is: the person, not his employer. */
  readonly operatorId: number
  readonly list: string
  readonly name: string
  readonly query: Readonly<Record<string, string>>
  readonly columns: readonly string[]
  readonly createdAt: number
}

export interface ViewRepository {
  /** Somebody's views of a list, by name. */
  list(operatorId: number, list: string): Promise<SavedView[]>
  findByName(operatorId: number, list: string, name: string): Promise<SavedView | undefined>
  count(operatorId: number): Promise<number>
  /** One of the same person, list and name is replaced, and keeps its number. */
  save(view: Omit<SavedView, 'id'>): Promise<SavedView>
  /** @returns what is gone; undefined when there was none of this person's */
  delete(operatorId: number, id: number): Promise<SavedView | undefined>
}
