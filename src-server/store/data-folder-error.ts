/**
 * The server can't use the data folder as it is. The message gives the reason and what to do. Nothing in the
 * folder has changed.
 */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}
