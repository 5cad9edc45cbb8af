import { DataFolderError } from '../store/data-folder-error.ts'

/** Why the server didn't start, in words for whoever started it. */
export function describeFailure(error: unknown): string {
  if (error instanceof DataFolderError) return error.message
  if (error instanceof Error && 'code' in error) {
    const port = 'port' in error && typeof error.port === 'number' ? error.port : undefined
    if (error.code === 'EADDRINUSE')
      return `Port ${port ?? ''} is taken by another program. Choose another one with --port.`
    if (error.code === 'EACCES')
      return `Port ${port ?? ''} may not be opened by this user. Choose one above 1023 with --port.`
  }
  return error instanceof Error ? error.message : String(error)
}
