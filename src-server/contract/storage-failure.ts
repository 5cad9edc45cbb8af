/**
 * Why the storage failed a call. `full`: the disk has no room. `held`: another program holds the lock of the
 * data. `damaged`: a part of the database that the call needs can't be read. `away`: the database server gives no answer.
 */
export type StorageTrouble = 'full' | 'held' | 'damaged' | 'away'

/** The field of a console answer whose value is the trouble. */
export const STORAGE_FIELD = 'storage'

/** What happened, and what to do about it. The console shows it. */
const WORDS: Readonly<Record<StorageTrouble, string>> = {
  full: 'The disk of the data is full: free some space',
  held: 'Another program holds the data: try again',
  away: 'The database server gives no answer: try again',
  damaged: 'A part of the database is damaged: restore a backup',
}

/** The storage failed a call. The requested change is not made. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure'
  readonly trouble: StorageTrouble

  constructor(trouble: StorageTrouble, cause: unknown) {
    super(WORDS[trouble], { cause })
    this.trouble = trouble
  }
}

/** Whether the same call may succeed later: another program's lock is the reason, or the database server is away. */
export function isPassingFailure(error: unknown): boolean {
  return error instanceof StorageFailure && (error.trouble === 'held' || error.trouble === 'away')
}
