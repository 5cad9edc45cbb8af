import process from 'node:process'
import type { FirewallReader } from '../../../contract/reach-ports.ts'
import { readLinux } from './linux.ts'
import { readMacos } from './macos.ts'
import { runCommand, type RunCommand } from './run-command.ts'
import { readWindows } from './windows.ts'

/** Reads the firewall of this machine's system, as far as its user may. */
export function createFirewallReader(run: RunCommand = runCommand): FirewallReader {
  return {
    read: async (port) => {
      switch (process.platform) {
        case 'win32':
          return readWindows(port, process.execPath, run)
        case 'darwin':
          return readMacos(process.execPath, run)
        case 'linux':
          return readLinux(port, run)
        default:
          return { tool: 'none', state: 'unknown', command: '' }
      }
    },
  }
}
