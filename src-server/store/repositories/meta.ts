export interface MetaRepository {
  find(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
  /** Removes a key. @returns false when it was gone already, so that of two callers only one gets it */
  take(key: string): Promise<boolean>
}
