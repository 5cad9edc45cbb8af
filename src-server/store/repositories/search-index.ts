/** The indexes by which lists are searched, which follow the tables a little later. */
export interface SearchIndexRepository {
  /** Whether rows wait to be put into it. */
  isBehind(): Promise<boolean>
  /** Puts some of them into it. @param rows at most so many */
  catchUp(rows: number): Promise<void>
}
