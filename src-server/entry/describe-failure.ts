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

/** The address to listen on, when this machine doesn't have it. */
function findMissingAddress(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const { code } = error
  if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')
    return 'address' in error && typeof error.address === 'string' ? error.address : ''
  return code === 'ENOTFOUND' && 'hostname' in error && typeof error.hostname === 'string'
    ? error.hostname
    : undefined
}

/** The same in Chinese, for the desktop's page. Undefined where only the system's own words exist. */
export function describeFailureInChinese(error: unknown): string | undefined {
  if (error instanceof DataFolderError) return error.zh
  const address = findMissingAddress(error)
  return address === undefined
    ? undefined
    : `本机没有地址 ${address}。请改用本机的地址，或用 0.0.0.0 表示全部。`
}

/** Says why the server did not start, for the person who started it. */
export function describeFailure(error: unknown): string {
  if (error instanceof DataFolderError) return error.message
  const address = findMissingAddress(error)
  if (address !== undefined)
    return `This machine has no address ${address}. Choose one of its own with --host, or 0.0.0.0 for all.`
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
