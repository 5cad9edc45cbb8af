/** Failures to connect: of Node's sockets, of its resolver and of its fetch. */
const CONNECT_FAILURES: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether an error of fetch means that there was no connection, so that nothing can have arrived. */
export function neverLeft(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { cause } = error
  // When a name has several addresses, all of them failed.
  const causes: unknown[] = cause instanceof AggregateError ? cause.errors : [cause]
  return (
    causes.length > 0 &&
    causes.every((one) => one instanceof Error && 'code' in one && CONNECT_FAILURES.has(one.code))
  )
}
