/** The data folder can't be used as it is. The message says why and what to do; nothing in the folder was changed. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}
