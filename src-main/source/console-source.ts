import type { ServerStatus } from '../contract/shell.ts'

export interface ShownConsole {
  /** The console's origin. */
  readonly consoleUrl: string
  /** The address where the owner sets a password, while there is none. */
  readonly setupUrl?: string | undefined
}

/** A server whose console the windows show: this machine's own, or a remote one. */
export interface ConsoleSource {
  /** The address of its console, while it can be shown. */
  readonly ready: ShownConsole | undefined
  readonly status: ServerStatus
  onChange(listener: () => void): void
  start(): void
  /** Starts again at once. */
  restart(): Promise<void>
  /** Ends it for good. */
  shutDown(): Promise<void>
}
