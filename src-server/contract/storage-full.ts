/** A console answer's field, and its value, where the disk had no room for what was to be kept. */
export const STORAGE = { field: 'storage', full: 'full' } as const

/** Nothing can be kept until the disk of the data has room. What was asked for is not done. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull'

  constructor(cause: unknown) {
    super('the disk of the data is full', { cause })
  }
}
