import { createInterface } from 'node:readline'

import type { UtilityProcess, utilityProcess } from 'electron'

import { guarded } from '../faults/guarded.ts'
import type { ServerChild } from './server-process.ts'

/**
 * Starts the server in its own process, so that a native crash ends that process and not the desktop.
 * @param script out/main/server.js
 * @param keepLine gets each line of its output, of both streams
 */
export function forkServer(
  electron: Pick<typeof utilityProcess, 'fork'>,
  script: string,
  args: readonly string[],
  keepLine: (line: string) => void,
): ServerChild {
  const child = electron.fork(script, [...args], { serviceName: 'Pulsekey server', stdio: 'pipe' })
  readLines(child.stdout, keepLine)
  readLines(child.stderr, keepLine)
  return {
    onMessage: (listener) => child.on('message', guarded('server message', listener)),
    onExit: (listener) => child.once('exit', guarded('server exit', listener)),
    send: (message) => {
      child.postMessage(message)
    },
    kill: () => {
      // UtilityProcess.kill only sends a request, which a hanging server would ignore.
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
    },
  }
}

function readLines(stream: UtilityProcess['stdout'], keepLine: (line: string) => void): void {
  if (!stream) return
  createInterface({ input: stream }).on('line', guarded('log', keepLine))
}
