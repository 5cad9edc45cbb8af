/** Something that happened to the stored data, or to the program, and that people must see. */
export interface Incident {
  /** Unix seconds. */
  readonly at: number
  /** What happened, for the person who repairs it. Contains no data and no secrets. */
  readonly what: string
}

/** The condition of the stored data. */
export interface StorageCondition {
  /**
   * The main database has a part that can't be read. Lasts until a restore, or until a check of every page
   * finds nothing.
   */
  readonly damage: Incident | undefined
  /** The telemetry database was damaged, and an empty one replaced it. */
  readonly telemetryRenewed: Incident | undefined
  /** An unexpected error ended the program. */
  readonly fault: Incident | undefined
  /** Since when another program holds the lock of the data, Unix seconds. */
  readonly heldSince: number | undefined
  /** Takes SQLite's verdict on every page of the main database. */
  checked(verdict: string): void
  /** Calls back after each change of the condition. */
  onChange(callback: () => void): void
}

/** SQLite's verdict on a database without damage. */
export const SOUND = 'ok'
