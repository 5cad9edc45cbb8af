import type { ShellCall } from './channels.ts'

export interface ServerStatus {
  /** `waiting`: it ended and will be started again. */
  state: 'starting' | 'running' | 'waiting' | 'stopped'
  /** What terminals call, while the server runs. */
  publicUrl: string | null
  /** Until the next start, while waiting. */
  retryInMs: number | null
  /** Why it ended, in the server's own words; null when it said nothing. */
  failure: string | null
  /** The exit code of the last run; null before the first has ended. */
  exitCode: number | null
}

/** What each call takes and gives. */
export interface ShellApi {
  'server.status': { input: undefined; output: ServerStatus }
  /** Answers as soon as the server is being started again. */
  'server.restart': { input: undefined; output: ServerStatus }
  /** The server's last lines, oldest first. */
  'server.log': { input: undefined; output: readonly string[] }
  /** Asks the user where; false when he declined. `name` is a file name without folders. */
  'file.save': { input: { name: string; bytes: Uint8Array }; output: boolean }
  /** Asks the user, then opens an https address in his browser; false when he declined. */
  'link.open': { input: string; output: boolean }
}

/**
 * Electron keeps of a thrown error only its message, so failures travel as values.
 *
 * - `foreign`: the caller is neither the console nor a page of the shell, or may not ask this;
 * - `unknown`: there is no such call; `input`: its input has another shape; `failed`: it was tried and went wrong.
 */
export type ShellRefusal = 'foreign' | 'unknown' | 'input' | 'failed'
export type ShellResult<Value> = { ok: true; value: Value } | { ok: false; error: ShellRefusal }

/** `window.shell`, all that the preload script exposes. */
export interface ShellBridge {
  readonly invoke: <Call extends ShellCall>(
    name: Call,
    ...input: ShellApi[Call]['input'] extends undefined ? [] : [ShellApi[Call]['input']]
  ) => Promise<ShellResult<ShellApi[Call]['output']>>
}
