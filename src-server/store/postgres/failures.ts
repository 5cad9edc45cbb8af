import { StorageFailure } from '../../contract/storage-failure.ts'

/** A lock was not free in time. */
const LOCK_NOT_FREE = '55P03'
/**
 * SQLSTATE codes of failures after which the same work may succeed: another transaction was in the way, or the server
 * ended the connection, or it is a standby now.
 */
const PASSING = [
  '40001', // two transactions can't both be
  '40P01', // deadlock
  LOCK_NOT_FREE,
  '57P01', // the server stops
  '57P02',
  '57P03', // the server starts
  '53300', // too many connections
  '25P03', // the transaction stood idle too long
]
/** Codes of the system and the driver for a connection that is gone, or was never made. */
const GONE = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]
/** The driver gives these errors no code. */
const GONE_WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout e(xceeded|xpired)|Client was closed|Query read timeout)/
/** The statement took too long. */
const TOO_LONG = '57014'
/** A password or a name that the server does not accept, and a statement that took too long: no new attempt helps. */
const REFUSED = ['28000', '28P01', '3D000', TOO_LONG]
/** Classes of codes for values that the database does not take. */
const DATA = ['22', '23']
const FULL = '53100'
/** Pages that make no sense, and those that the disk does not read. */
const DAMAGED = ['XX001', 'XX002', '58030']
const READ_ONLY = '25006'

/** The server is a standby: a balancer leads there, or the primary changes. */
export class StandbyError extends Error {
  override readonly name = 'StandbyError'
  readonly code = READ_ONLY

  constructor() {
    super('the server is a standby')
  }
}

/** The SQLSTATE, or the system's code. Empty for other errors. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  // Drizzle wraps the error of the driver.
  return codeOf(error.cause)
}

/** Whether the connection is gone: nobody knows what became of a COMMIT that was under way. */
export function isGone(error: unknown): boolean {
  const code = codeOf(error)
  if (code.startsWith('08') || code.startsWith('57P') || GONE.includes(code)) return true
  return code === '' && error instanceof Error && (GONE_WORDS.test(error.message) || isGone(error.cause))
}

/** Whether the server is a standby, or a primary that became one. */
export function isOfAStandby(error: unknown): boolean {
  return codeOf(error) === READ_ONLY
}

/** Whether another transaction, which goes on working, held a lock for too long. */
export function isLocked(error: unknown): boolean {
  return codeOf(error) === LOCK_NOT_FREE
}

/** Whether the same work may succeed soon. */
export function isPassing(error: unknown): boolean {
  return PASSING.includes(codeOf(error)) || isOfAStandby(error) || isGone(error)
}

/** Whether a statement took too long. A caller can't wait for another attempt, but work in the background can. */
export function isTooLong(error: unknown): boolean {
  return codeOf(error) === TOO_LONG
}

/**
 * Whether the rows of a statement are the cause, so that other rows may be stored: the database refuses them, or the program
 * could not write them.
 */
export function isOfData(error: unknown): boolean {
  const code = codeOf(error)
  return DATA.includes(code.slice(0, 2)) || (code === '' && !isGone(error))
}

/** The failure that a caller of the store gets. Other errors are those of the caller's work. */
export function failureOf(error: unknown): Error {
  if (error instanceof StorageFailure) return error
  const code = codeOf(error)
  if (code === FULL) return new StorageFailure('full', error)
  if (DAMAGED.includes(code)) return new StorageFailure('damaged', error)
  if (isPassing(error) || REFUSED.includes(code)) return new StorageFailure('away', error)
  return error instanceof Error ? error : new Error(String(error))
}

/** The name of the constraint that a statement violated. */
export function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint
  // Drizzle wraps the error of the driver.
  return constraintOf(error.cause)
}
