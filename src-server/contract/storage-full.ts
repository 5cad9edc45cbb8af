/** The field of a console answer, and its value, when the disk was too full to store a change. */
export const STORAGE = { field: 'storage', full: 'full' } as const

/** The disk of the data is full, so nothing can be stored. The requested change is not made. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull'

  constructor(cause: unknown) {
    super('the disk of the data is full', { cause })
  }
}
