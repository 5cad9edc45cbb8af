import { DataFolderError } from '../store/data-folder-error.ts'

/** Why the public listener can't use its port: another program holds it, or this user may not open it. */
export interface PortFailure {
  readonly reason: 'port_taken' | 'port_denied'
  readonly port: number | undefined
}

export function findPortFailure(error: unknown): PortFailure | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const port = 'port' in error && typeof error.port === 'number' ? error.port : undefined
  if (error.code === 'EADDRINUSE') return { reason: 'port_taken', port }
  return error.code === 'EACCES' && port !== undefined ? { reason: 'port_denied', port } : undefined
}

/** The address that the server was to listen at, where this machine has no such address. */
function findAbsentHost(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  if (error.code === 'EADDRNOTAVAIL' && 'address' in error) return String(error.address)
  return error.code === 'ENOTFOUND' && 'hostname' in error ? String(error.hostname) : undefined
}

/** Says why the server did not start, for the person who started it. */
export function describeFailure(error: unknown): string {
  if (error instanceof DataFolderError) return error.message
  const host = findAbsentHost(error)
  if (host !== undefined)
    return `This machine has no address ${host}. Choose one of its own with --host, or 0.0.0.0 for all.`
  const failure = findPortFailure(error)
  switch (failure?.reason) {
    case 'port_taken':
      return `Port ${failure.port ?? ''} is taken by another program. Choose another one with --port.`
    case 'port_denied':
      return `Port ${failure.port ?? ''} may not be opened by this user. Choose one above 1023 with --port.`
    case undefined:
      return error instanceof Error ? error.message : String(error)
  }
}
