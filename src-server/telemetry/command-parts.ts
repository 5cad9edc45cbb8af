import type { Clock, Log } from '../contract/ports.ts'
import { receiversBefore, type AskedCommand, type Command } from '../domain/device/command.ts'
import type { Store, WriteUnit } from '../store/store.ts'
import type { LiveDevice } from './live-device.ts'
import type { DeviceRegistry } from './registry.ts'

/** A command after a step, with its trading account. */
export interface ChangedCommand {
  readonly live: LiveDevice
  readonly command: Command
}

/** The parts around the life of commands. */
export interface CommandParts {
  readonly store: Store
  readonly registry: DeviceRegistry
  readonly clock: Clock
  readonly log: Log
  /** Whether the application repeats an overdue command automatically. */
  readonly rearms: (appId: number) => boolean
  /** Records the server's own repeats in their unit of work. */
  readonly record: (unit: WriteUnit, repeated: readonly ChangedCommand[]) => Promise<void>
  /**
   * Called in the unit of work of each step but the delivery, which the pulse of the account waits for: webhooks get
   * its event.
   */
  readonly happened: (unit: WriteUnit, changed: readonly ChangedCommand[]) => Promise<void>
  /** Called with each transition, for the live stream. */
  readonly announce: (live: LiveDevice, command: Command) => void
}

/** The order of many commands that belong together. */
export interface CommandOrder {
  readonly askedBy: string
  readonly reason: string | ((live: LiveDevice) => string)
  /** Lets others have their turn after some commands. */
  readonly turn?: () => Promise<void>
}

/** The commands of an order. @param askedAt Unix seconds */
export function ordersTo(
  lives: readonly LiveDevice[],
  { askedBy, reason }: CommandOrder,
  askedAt: number,
): AskedCommand[] {
  return lives.map((live) => ({
    deviceId: live.device.id,
    askedBy,
    askedAt,
    reason: typeof reason === 'string' ? reason : reason(live),
    repeats: 0,
    receivedBy: receiversBefore(live.command),
  }))
}
