/** The search indexes of the lists. They follow the tables with a short delay. */
export interface SearchIndexRepository {
  /** Whether rows wait for the index. */
  isBehind(): Promise<boolean>
  /** Puts waiting rows into the index. @param rows the maximum number */
  catchUp(rows: number): Promise<void>
}
