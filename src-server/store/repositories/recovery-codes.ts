export interface RecoveryCodeRepository {
  /** These instead of all there were. @param digests sha256, hex */
  replace(operatorId: number, digests: readonly string[]): Promise<void>
  /** @returns false for none of his, and for one that was used: each signs in once */
  use(operatorId: number, digest: string, now: number): Promise<boolean>
  /** How many he may still use. */
  countLeft(operatorId: number): Promise<number>
}
