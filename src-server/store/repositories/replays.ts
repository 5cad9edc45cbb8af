/** A used signature, as the copies of a server share it. */
export interface Replay {
  readonly appId: number
  /** Lower-case hex. */
  readonly signature: string
  /** The endpoint's name. */
  readonly api: string
  /** The call's answer as JSON. null for an answer with a secret, and for an answer without an effect. */
  readonly answer: string | null
  /** Nobody asks for the signature from then on, Unix seconds. */
  readonly until: number
}

export interface ReplayRepository {
  /** @returns the use that was first, undefined where this is the first one */
  add(replay: Replay): Promise<Replay | undefined>
  find(appId: number, signature: string): Promise<Replay | undefined>
  /** Deletes a limited number at once. @returns whether all are gone */
  deleteEnded(now: number): Promise<boolean>
}
