import type { ShellCall } from './channels.ts'

/**
 * Problems that the shell recognizes better than the server's own message:
 *
 * - `port_taken`, `port_denied`: another program has the server's port, or this user may not open it;
 * - `silent`: the server stopped answering and was killed;
 * - `unreachable`, `other_certificate`: of a remote server. The latter shows another certificate than the
 *   accepted one, so somebody may intercept the connection.
 */
export type Problem = 'port_taken' | 'port_denied' | 'silent' | 'unreachable' | 'other_certificate'

export interface ServerStatus {
  /** `waiting`: the server ended or can't be reached, and another attempt will come. */
  state: 'starting' | 'running' | 'waiting' | 'stopped'
  /** The name of the remote server that the windows show. null for this machine's own server. */
  remote: string | null
  /** The address that terminals call, while the server runs. */
  publicUrl: string | null
  /** The reach of the public address. Left out for a remote server. */
  publicReach?: 'public' | 'private' | 'loopback'
  /** Until the next start, while waiting. */
  retryInMs: number | null
  /** Why it ended, in the server's own words. null for no message. */
  failure: string | null
  /** The same in Chinese, where the server has it. */
  failureZh: string | null
  problem: Problem | null
  /** The port of the problem. */
  port: number | null
  /** The exit code of the last run. null before the first run has ended. */
  exitCode: number | null
}

/** A remote server that the windows can show. */
export interface ServerElsewhere {
  id: string
  name: string
  /** `https://licences.example.org:8443` */
  origin: string
  /** SHA-256 of the confirmed certificate, 64 hexadecimal digits. */
  fingerprint: string
}

/** A certificate for confirmation. */
export interface LookedAt {
  origin: string
  /** SHA-256 of the certificate, 64 hexadecimal digits, to compare with the one that the server shows. */
  fingerprint: string
  /** SHA-256 of its public key. */
  key: string
  /** A public authority signed it. */
  isPublic: boolean
}

export interface Appearance {
  language: 'en' | 'zh'
  theme: 'system' | 'light' | 'dark'
}

/** The folder of the server's data. */
export interface DataFolder {
  /** null until the server has found its usual folder. */
  path: string | null
  /** The command line names the folder, so it can't be chosen here. */
  isGiven: boolean
}

export interface Servers {
  /** null: this machine's own server. */
  attached: string | null
  servers: readonly ServerElsewhere[]
}

export type ProxySetting = { mode: 'system' | 'direct' } | { mode: 'fixed'; server: string }

export interface Preferences {
  startAtLogin: boolean
  /** This machine's own server is on, whichever server the windows show. */
  servesHere: boolean
  /** The machine doesn't fall asleep while its server runs. */
  keepAwake: boolean
  proxy: ProxySetting
}

/** The input and output of each call. */
export interface ShellApi {
  'server.status': { input: undefined; output: ServerStatus }
  /** Answers as soon as the new start has begun. */
  'server.restart': { input: undefined; output: ServerStatus }
  /** The server's last lines, oldest first. */
  'server.log': { input: undefined; output: readonly string[] }
  /** A port that is free at this moment, near the unavailable one. */
  'server.free_port': { input: undefined; output: number }
  /** Restarts the server with another public port, which its settings keep. */
  'server.move_port': { input: number; output: ServerStatus }
  'logs.open': { input: undefined; output: boolean }
  'servers.list': { input: undefined; output: Servers }
  /** The certificate at an https address. null when nothing answers. Sends nothing else there. */
  'servers.look': { input: string; output: LookedAt | null }
  /** A known address gets the new key, at once also where it is shown. */
  'servers.add': { input: LookedAt & { name: string }; output: Servers }
  'servers.remove': { input: string; output: Servers }
  /** Shows another server in new windows. null for this machine's own server, which serves in both cases. */
  'servers.attach': { input: string | null; output: Servers }
  'preferences.get': { input: undefined; output: Preferences }
  'preferences.set': { input: Preferences; output: Preferences }
  /** Opens the window of the desktop's settings. With the https address of a server, which the person then checks and adds. */
  'preferences.open': { input: string | undefined; output: boolean }
  'data.show': { input: undefined; output: DataFolder }
  'data.open': { input: undefined; output: boolean }
  /** Asks the user for a folder, and restarts this machine's server with the data in it. */
  'data.choose': { input: undefined; output: DataFolder }
  /** The language and colours that the person chose in the console. */
  'appearance.set': { input: Appearance; output: boolean }
  /**
   * A system notification about high risks of a remote server. A click opens the screen. This machine's own server
   * announces its risks without a window.
   */
  'alarm.show': { input: { title: string; body: string; screen: string }; output: boolean }
  /** Opens the small board, which stays above the windows of all programs. */
  'board.open': { input: undefined; output: boolean }
  /** Brings a window to the front, on a screen of the console such as `#/live/5`. */
  'screen.show': { input: string; output: boolean }
  /** Loads the page of the calling window again. */
  'page.reload': { input: undefined; output: boolean }
  /** Asks the user for a place, and saves the calling page there as it is printed. false when they decline. */
  'page.pdf': { input: string; output: boolean }
  /** Finds words in the page below the bar. `next` goes on from the marked match. */
  'find.search': {
    input: { text: string; forward: boolean; next: boolean }
    output: { matches: number; at: number }
  }
  'find.close': { input: undefined; output: boolean }
  /** Asks the user for a place. false when they decline. `name` is a file name without folders. */
  'file.save': { input: { name: string; bytes: Uint8Array }; output: boolean }
  /** Asks the user, then opens an https address in their browser. false when they decline. */
  'link.open': { input: string; output: boolean }
}

/**
 * Electron passes only the message of a thrown error, so failures are values.
 *
 * - `foreign`: the caller is neither the console nor a page of the shell, or may not make this call;
 * - `unknown`: there is no such call;
 * - `input`: its input has a wrong shape;
 * - `failed`: the call failed.
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
