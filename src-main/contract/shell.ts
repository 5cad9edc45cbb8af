import type { ShellCall } from './channels.ts'

/**
 * What keeps the server from serving, where the shell knows it better than the server's words do:
 *
 * - `port_taken`, `port_denied`: its port is another program's, or this user may not open it;
 * - `silent`: it stopped answering and was ended;
 * - `unreachable`, `other_certificate`: of a server elsewhere. The latter shows another certificate than the one that was
 *   agreed to: somebody may stand between.
 */
export type Problem = 'port_taken' | 'port_denied' | 'silent' | 'unreachable' | 'other_certificate'

export interface ServerStatus {
  /** `waiting`: it ended, or can't be reached, and will be tried again. */
  state: 'starting' | 'running' | 'waiting' | 'stopped'
  /** The name of the server elsewhere that the windows show; null for this machine's own. */
  remote: string | null
  /** What terminals call, while the server runs. */
  publicUrl: string | null
  /** Until the next start, while waiting. */
  retryInMs: number | null
  /** Why it ended, in the server's own words; null when it said nothing. */
  failure: string | null
  problem: Problem | null
  /** The port a problem is about. */
  port: number | null
  /** The exit code of the last run; null before the first has ended. */
  exitCode: number | null
}

/** A server elsewhere that can be shown. */
export interface ServerElsewhere {
  id: string
  name: string
  /** `https://licences.example.org:8443` */
  origin: string
  /** SHA-256 of the certificate that was agreed to, 64 hexadecimal digits. */
  fingerprint: string
}

export interface Servers {
  /** null: this machine's own. */
  attached: string | null
  servers: readonly ServerElsewhere[]
}

export type ProxySetting = { mode: 'system' | 'direct' } | { mode: 'fixed'; server: string }

export interface Preferences {
  startAtLogin: boolean
  proxy: ProxySetting
}

/** What each call takes and gives. */
export interface ShellApi {
  'server.status': { input: undefined; output: ServerStatus }
  /** Answers as soon as the server is being started again. */
  'server.restart': { input: undefined; output: ServerStatus }
  /** The server's last lines, oldest first. */
  'server.log': { input: undefined; output: readonly string[] }
  /** A port that is free at this moment, near the one that can't be had. */
  'server.free_port': { input: undefined; output: number }
  /** Starts the server with another public port, which its settings keep. */
  'server.move_port': { input: number; output: ServerStatus }
  'logs.open': { input: undefined; output: boolean }
  'servers.list': { input: undefined; output: Servers }
  /** What certificate stands at an https address; null where nothing answers. Nothing else is sent there. */
  'servers.look': { input: string; output: { origin: string; fingerprint: string } | null }
  'servers.add': { input: { name: string; origin: string; fingerprint: string }; output: Servers }
  'servers.remove': { input: string; output: Servers }
  /** Shows another server in new windows; null for this machine's own, which is off meanwhile. */
  'servers.attach': { input: string | null; output: Servers }
  'preferences.get': { input: undefined; output: Preferences }
  'preferences.set': { input: Preferences; output: Preferences }
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
