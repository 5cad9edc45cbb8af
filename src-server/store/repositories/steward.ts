/** The lease of the copy that does what only one copy of a server may do. */
export interface Lease {
  /** The name of the copy. Empty: the copy gave the lease back. */
  readonly copy: string
  /** Increases with each copy that takes the lease. */
  readonly epoch: number
  /** Increases while the copy holds the lease. */
  readonly beats: number
}

export interface StewardRepository {
  find(): Promise<Lease | undefined>
  /** Takes the lease whoever holds it. */
  seize(copy: string): Promise<Lease>
  /**
   * @param over the lease that is over; undefined where there never was one
   * @returns undefined when the lease is another one now
   */
  take(copy: string, over: Lease | undefined): Promise<Lease | undefined>
  /** @returns false when another copy took the lease */
  renew(epoch: number): Promise<boolean>
  release(epoch: number): Promise<void>
}
