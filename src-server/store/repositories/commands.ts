import type { AskedCommand, Command } from '../../domain/device/command.ts'

export interface CommandRepository {
  /** The newest command of each device that has one. */
  newest(): Promise<Command[]>
  ofDevice(deviceId: number, limit: number): Promise<Command[]>
  /** @returns undefined when the device has one to deliver already. */
  ask(command: AskedCommand): Promise<Command | undefined>
  /** asked → withdrawn; undefined when nothing was to be taken back. */
  withdraw(deviceId: number, at: number): Promise<Command | undefined>
  /** All that waits for something → withdrawn: the account it was for isn't the device's any more. The newest first. */
  dropOpen(deviceId: number, at: number): Promise<Command[]>
  /** asked → delivered, once: undefined for whoever comes second. */
  deliver(
    id: number,
    by: { readonly at: number; readonly ip: string; readonly positions: number | null },
  ): Promise<Command | undefined>
  /** delivered, overdue or unreported → confirmed; asked too, where the server asked again. */
  confirm(id: number, at: number): Promise<Command | undefined>
  /** delivered or unreported → overdue. */
  expire(id: number, at: number, positions: number): Promise<Command | undefined>
  /** delivered → unreported. */
  leaveUnreported(id: number, at: number): Promise<Command | undefined>
}
