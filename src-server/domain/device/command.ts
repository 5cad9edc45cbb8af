import { MAX_CLOSE_REPEATS } from '../../contract/limits.ts'
import { isPulsing, isSamePlace, type Terminal } from './terminals.ts'

/**
 * A close_all command's life:
 * asked → delivered (a pulse was answered close_all=1) → confirmed (a later pulse that is flat)
 *   or overdue (positions remain after the time allowed) → confirmed still, when they are gone;
 *   or unreported (the program says nothing of its positions in that time) → confirmed or overdue still, by a pulse that says it;
 * asked → withdrawn, as long as it isn't delivered;
 * asked → confirmed, where it is the server's repeat and the account is flat before anybody takes it;
 * whatever waits → withdrawn, when the authorization is moved to another trading account: it was for the old one.
 */
export type CommandState = 'asked' | 'delivered' | 'confirmed' | 'overdue' | 'unreported' | 'withdrawn'

export interface Command {
  readonly id: number
  readonly deviceId: number
  readonly state: CommandState
  readonly reason: string
  readonly askedBy: string
  readonly askedAt: number
  readonly deliveredAt: number | null
  readonly deliveredIp: string
  readonly deliveredPositions: number | null
  readonly confirmedAt: number | null
  readonly overdueAt: number | null
  readonly overduePositions: number | null
  readonly withdrawnAt: number | null
  /** When the time for closing was over and the program had sent no counts of positions. */
  readonly unreportedAt: number | null
  /** How many repeats by the server came before it in its chain; 0 for one that a person asked for. */
  readonly repeats: number
  /** Addresses that took an earlier command which wasn't carried out, separated by blanks. */
  readonly receivedBy: string
}

export type AskedCommand = Pick<
  Command,
  'deviceId' | 'reason' | 'askedBy' | 'askedAt' | 'repeats' | 'receivedBy'
>

/** A command that still has something to wait for. */
export function isOpen(command: Command | undefined): command is Command {
  return command !== undefined && OPEN.has(command.state)
}

const OPEN: ReadonlySet<CommandState> = new Set(['asked', 'delivered', 'overdue', 'unreported'])
/** It was taken, and nobody knows that it was carried out. */
const TAKEN: ReadonlySet<CommandState> = new Set(['delivered', 'overdue', 'unreported'])

/** Whether the server has repeated a command as often as it does by itself: a person has to decide. */
export function isExhausted({ repeats }: Pick<Command, 'repeats'>): boolean {
  return repeats >= MAX_CLOSE_REPEATS
}

/** The address that took the command before the next one: the next one goes to another terminal first. */
export function receiversBefore(previous: Command | undefined): string {
  if (previous === undefined || !TAKEN.has(previous.state)) return ''
  const { receivedBy, deliveredIp } = previous
  const receivers = addressesOf(receivedBy)
  if (deliveredIp === '' || receivers.some((known) => isSamePlace(known, deliveredIp))) return receivedBy
  return [...receivers, deliveredIp].join(' ')
}

/**
 * Whether a pulse from this address leaves the command to another terminal: it took an earlier one, and a terminal that didn't
 * pulses still.
 * @param terminals those of the account, where there are several
 */
export function leavesToAnother(
  { receivedBy }: Pick<Command, 'receivedBy'>,
  address: string,
  terminals: readonly Terminal[],
  interval: number,
  now: number,
): boolean {
  if (receivedBy === '' || terminals.length === 0) return false
  const receivers = addressesOf(receivedBy)
  const hasReceived = (one: string) => receivers.some((receiver) => isSamePlace(receiver, one))
  return (
    hasReceived(address) &&
    terminals.some((terminal) => isPulsing(terminal, interval, now) && !hasReceived(terminal.address))
  )
}

function addressesOf(receivedBy: string): string[] {
  return receivedBy === '' ? [] : receivedBy.split(' ')
}
