/**
 * A close_all command's life (protocol.md 8):
 * asked → delivered (a pulse was answered close_all=1) → confirmed (a later pulse without positions)
 *   or overdue (positions remain after the time allowed) → confirmed still, when they are gone;
 * asked → withdrawn, as long as it isn't delivered;
 * whatever waits → withdrawn, when the authorization is moved to another trading account: it was for the old one.
 */
export type CommandState = 'asked' | 'delivered' | 'confirmed' | 'overdue' | 'withdrawn'

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
}

/** A command that still has something to wait for. */
export function isOpen(command: Command | undefined): command is Command {
  return command !== undefined && ['asked', 'delivered', 'overdue'].includes(command.state)
}
