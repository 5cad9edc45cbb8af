export interface RecoveryCodeRepository {
  /** Replaces all codes of an operator. @param digests sha256, hex */
  replace(operatorId: number, digests: readonly string[]): Promise<void>
  /** @returns false for a code that isn't the operator's or was used before, because each code works once */
  use(operatorId: number, digest: string, now: number): Promise<boolean>
  /** The number of unused codes. */
  countLeft(operatorId: number): Promise<number>
}
