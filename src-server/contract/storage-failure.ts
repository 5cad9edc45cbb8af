/**
 * Why the storage failed a call. `full`: the disk has no room. `held`: another program holds the lock of the
 * data. `damaged`: a part of the database that the call needs can't be read.
 */
export type StorageTrouble = 'full' | 'held' | 'damaged'

/** The field of a console answer whose value is the trouble. */
export const STORAGE_FIELD = 'storage'

const WORDS: Readonly<Record<StorageTrouble, string>> = {
  full: 'the disk of the data is full',
  held: 'another program holds the lock of the data',
  damaged: 'a part of the database is damaged',
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

/** Whether another program's lock is the reason: the same call may succeed later. */
export function isHeldByAnother(error: unknown): boolean {
  return error instanceof StorageFailure && error.trouble === 'held'
}
