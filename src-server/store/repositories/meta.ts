export interface MetaRepository {
  find(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
  /** @returns false when it was gone already: of two who take it, one has it. */
  take(key: string): Promise<boolean>
}
