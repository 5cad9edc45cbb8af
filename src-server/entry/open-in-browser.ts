import { spawn } from 'node:child_process'
import process from 'node:process'

/** The system's own command that opens an address. */
export function browserCommand(platform: NodeJS.Platform, url: string): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', url]
  // `start` is a word of the shell, which reads & and ^ in addresses.
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler', url] : ['xdg-open', url]
}

/** Opens an address in this user's browser. Where there is none, the printed address remains. */
export function openInBrowser(url: string): void {
  const [command, ...args] = browserCommand(process.platform, url)
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
