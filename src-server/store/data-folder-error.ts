/**
 * The server can't use the data folder as it is. The message gives the reason and what to do. Nothing in the
 * folder has changed.
 */
export class DataFolderError extends Error {
  override readonly name: string = 'DataFolderError'
  /** The same in Chinese, for the desktop's page. */
  readonly zh: string

  constructor(message: string, zh: string) {
    super(message)
    this.zh = zh
  }
}

/** A database of the folder is damaged, empty or foreign, so that it can't be opened. */
export class DamagedDatabaseError extends DataFolderError {
  override readonly name = 'DamagedDatabaseError'
}
