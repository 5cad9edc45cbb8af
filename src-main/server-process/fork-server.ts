import { createInterface } from 'node:readline'

import type { UtilityProcess, utilityProcess } from 'electron'

import type { LogTail } from './log-tail.ts'
import { STOP } from './messages.ts'
import type { ServerChild } from './server-process.ts'

/**
 * Starts the server in a process of its own: a native crash ends that process and not the desktop.
 *
 * @param script out/main/server.js
 */
export function forkServer(
  electron: Pick<typeof utilityProcess, 'fork'>,
  script: string,
  args: readonly string[],
  log: LogTail,
): ServerChild {
  const child = electron.fork(script, [...args], { serviceName: 'Pulsekey server', stdio: 'pipe' })
  keepLines(child.stdout, log)
  keepLines(child.stderr, log)
  return {
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('exit', listener),
    stop: () => {
      child.postMessage(STOP)
    },
    kill: () => {
      // UtilityProcess.kill asks politely, which a server that hangs would not hear.
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
    },
  }
}

function keepLines(stream: UtilityProcess['stdout'], log: LogTail): void {
  if (!stream) return
  createInterface({ input: stream }).on('line', (line) => {
    log.add(line)
  })
}
