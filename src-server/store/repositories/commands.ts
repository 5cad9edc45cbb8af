import type { AskedCommand, Command } from '../../domain/device/command.ts'

export interface CommandRepository {
  /** The newest command of each of these trading accounts that has one. */
  newest(deviceIds: readonly number[]): Promise<Command[]>
  /** The newest commands of the accounts after an id, up to another one. */
  newestBetween(afterDevice: number, lastDevice: number): Promise<Command[]>
  ofDevice(deviceId: number, limit: number): Promise<Command[]>
  /** @returns the commands, in the order of ids. An account with an undelivered command gets none */
  ask(commands: readonly AskedCommand[]): Promise<Command[]>
  /** asked → withdrawn. @returns the commands, in the order of ids. An account without one has nothing to withdraw */
  withdraw(deviceIds: readonly number[], at: number): Promise<Command[]>
  /**
   * All open commands → withdrawn, because the trading account they were for is no longer this record's. The
   * newest first.
   */
  dropOpen(deviceId: number, at: number): Promise<Command[]>
  /** asked → delivered, once. Undefined for a second caller. */
  deliver(
    id: number,
    by: { readonly at: number; readonly ip: string; readonly positions: number | null },
  ): Promise<Command | undefined>
  /** delivered, overdue or unreported → confirmed. Also asked, for the server's repeats. */
  confirm(id: number, at: number): Promise<Command | undefined>
  /** delivered or unreported → overdue. */
  expire(id: number, at: number, positions: number): Promise<Command | undefined>
  /** delivered → unreported. */
  leaveUnreported(id: number, at: number): Promise<Command | undefined>
}
