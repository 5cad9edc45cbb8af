import { MAX_CLOSE_REPEATS } from '../../contract/limits.ts'
import { isPulsing, isSamePlace, type Terminal } from './terminals.ts'

/**
 * The states of a close_all command:
 * - asked → delivered: a pulse was answered with close_all=1;
 * - delivered → confirmed: a later pulse reports no positions;
 * - delivered → overdue: positions remain after the time allowed. overdue → confirmed when they are gone;
 * - delivered → unreported: the program reports no counts of positions in that time. unreported → confirmed
 *   or overdue by a pulse that reports them;
 * - asked → withdrawn: possible until the command is delivered;
 * - asked → confirmed: a repeat by the server, and the account reports no positions before any terminal takes
 *   it;
 * - any open state → withdrawn: the authorization moved to another trading account, and the command was for
 *   the old one.
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
  /** The end of the time for closing, when the program had reported no counts of positions. */
  readonly unreportedAt: number | null
  /** The number of server repeats before this command in its chain. 0 for a command of an operator. */
  readonly repeats: number
  /** The addresses that took an earlier command which wasn't carried out, separated by blanks. */
  readonly receivedBy: string
}

export type AskedCommand = Pick<
  Command,
  'deviceId' | 'reason' | 'askedBy' | 'askedAt' | 'repeats' | 'receivedBy'
>

/** Whether the server still expects something of the command. */
export function isOpen(command: Command | undefined): command is Command {
  return command !== undefined && OPEN.has(command.state)
}

const OPEN: ReadonlySet<CommandState> = new Set(['asked', 'delivered', 'overdue', 'unreported'])
/** A terminal took the command, and nothing shows that it was carried out. */
const TAKEN: ReadonlySet<CommandState> = new Set(['delivered', 'overdue', 'unreported'])

/** The states in the order of a command's life. */
const ORDER: Readonly<Record<CommandState, number>> = {
  asked: 0,
  delivered: 1,
  unreported: 2,
  overdue: 3,
  confirmed: 4,
  withdrawn: 4,
}

/** Whether one state of an account's commands is older than another one. */
export function isBefore(one: Pick<Command, 'id' | 'state'>, other: Pick<Command, 'id' | 'state'>): boolean {
  return one.id < other.id || (one.id === other.id && ORDER[one.state] < ORDER[other.state])
}

/** Whether the server has made all its automatic repeats, so that a person must decide. */
export function isExhausted({ repeats }: Pick<Command, 'repeats'>): boolean {
  return repeats >= MAX_CLOSE_REPEATS
}

/** The addresses that took the previous commands. The next command goes to another terminal first. */
export function receiversBefore(previous: Command | undefined): string {
  if (previous === undefined || !TAKEN.has(previous.state)) return ''
  const { receivedBy, deliveredIp } = previous
  const receivers = addressesOf(receivedBy)
  if (deliveredIp === '' || receivers.some((known) => isSamePlace(known, deliveredIp))) return receivedBy
  return [...receivers, deliveredIp].join(' ')
}

/**
 * Whether a pulse from this address leaves the command to another terminal: this terminal took an earlier
 * command, and a terminal that didn't still pulses.
 * @param terminals the account's terminals, if there are several
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
