import type { ServerStatus } from '../contract/shell.ts'

export interface ShownConsole {
  /** The console's origin. */
  readonly consoleUrl: string
  /** Where the owner sets his password, while that is to be done. */
  readonly setupUrl?: string | undefined
}

/** A server whose console the windows show: this machine's own, or one elsewhere. */
export interface ConsoleSource {
  /** Where its console is, while it can be shown. */
  readonly ready: ShownConsole | undefined
  readonly status: ServerStatus
  onChange(listener: () => void): void
  start(): void
  /** Begins anew at once. */
  restart(): Promise<void>
  /** Ends it for good. */
  shutDown(): Promise<void>
}
