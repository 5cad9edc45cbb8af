import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { isIPv4 } from 'node:net'
import process from 'node:process'
import { promisify } from 'node:util'
import type { MachineNetwork } from '../../contract/reach-ports.ts'
import { findAddresses } from './lan-address.ts'

const run = promisify(execFile)
const COMMAND_MS = 8000

/** The addresses of this machine and its way to the router. */
export const machineNetwork: MachineNetwork = {
  addresses: () => findAddresses(),

  gateway: async () => {
    try {
      const found = await findGateway()
      return found !== undefined && isIPv4(found) ? found : undefined
    } catch {
      return undefined
    }
  },
}

async function findGateway(): Promise<string | undefined> {
  switch (process.platform) {
    case 'linux':
      return gatewayIn(await readFile('/proc/net/route', 'utf8'))
    case 'darwin':
    case 'freebsd':
      return /gateway:\s*(\S+)/.exec(await output('route', ['-n', 'get', 'default']))?.[1]
    case 'win32':
      return gatewayInRoutePrint(await output('route', ['print', '-4', '0.0.0.0']))
    default:
      return undefined
  }
}

async function output(command: string, args: readonly string[]): Promise<string> {
  return (await run(command, args, { timeout: COMMAND_MS, windowsHide: true })).stdout
}

/** The default route of /proc/net/route with the lowest metric. It writes addresses in hexadecimal, backwards. */
export function gatewayIn(routes: string): string | undefined {
  const defaults = routes
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, target, gateway]) => target === '00000000' && gateway !== '00000000')
    .sort((one, other) => Number(one[6] ?? 0) - Number(other[6] ?? 0))
  const hex = defaults[0]?.[2] ?? ''
  if (!/^[0-9A-F]{8}$/i.test(hex)) return undefined
  return [6, 4, 2, 0].map((at) => parseInt(hex.slice(at, at + 2), 16)).join('.')
}

/** The default route of `route print` with the lowest metric. Its words are in the system's language; its columns aren't. */
export function gatewayInRoutePrint(table: string): string | undefined {
  const rows = [
    ...table.matchAll(/^\s*0\.0\.0\.0\s+0\.0\.0\.0\s+(\d+(?:\.\d+){3})\s+\d+(?:\.\d+){3}\s+(\d+)\s*$/gm),
  ]
  return rows.sort((one, other) => Number(one[2]) - Number(other[2]))[0]?.[1]
}
