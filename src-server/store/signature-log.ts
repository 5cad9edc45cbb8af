/** A signature that a call used. */
export interface LoggedSignature {
  readonly app: number
  /** The first 64 bits of the signature. */
  readonly high: number
  readonly low: number
  /** The signature's own time, Unix seconds. */
  readonly sent: number
  /** A number for the endpoint's name. */
  readonly api: number
}

/** The signatures of the last calls, beside the database: a restored backup is older than they are. */
export interface SignatureLog {
  /**
   * Writes at once, so that the entry survives the end of the process. Never throws: what can't be written waits in
   * memory for the next try.
   * @param until the time from which nobody asks for the signature, Unix seconds
   */
  append(signature: LoggedSignature, until: number): void
  /** Makes the entries survive a power cut. @returns false while some of them can't be written */
  sync(): Promise<boolean>
  /** The entries that are still asked for. */
  read(now: number): Iterable<LoggedSignature>
  /** Deletes the entries that nobody asks for any more. */
  forget(now: number): void
  close(): void
}
