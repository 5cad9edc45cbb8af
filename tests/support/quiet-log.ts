import type { Log } from '../../src-server/contract/ports.ts'

/** A log that keeps warnings and errors for its test. */
export class QuietLog implements Log {
  readonly errors: string[] = []
  readonly warnings: string[] = []
  info(): void {
    // No test looks at this.
  }
  warn(event: string): void {
    this.warnings.push(event)
  }
  error(event: string, error: unknown): void {
    this.errors.push(`${event}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
}
