/** The signature of a call that changed something. */
export interface StoredSignature {
  readonly appId: number
  /** Lower-case hex. */
  readonly signature: string
  /** The endpoint's name. */
  readonly api: string
  /** The signature's own time, Unix seconds. */
  readonly sent: number
  /** The call's answer as JSON. null for an answer with a secret. */
  readonly answer: string | null
  /** The time of the call, Unix seconds. */
  readonly at: number
}

export interface SignatureRepository {
  /** Called in the unit of work of the call's effect. */
  add(signature: StoredSignature): Promise<void>
  all(): Promise<readonly StoredSignature[]>
  /** Deletes the oldest ones, those before `at`, a limited number at once. @returns the number of deleted ones */
  deleteBefore(at: number): Promise<number>
}
