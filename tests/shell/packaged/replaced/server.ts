/**
 * Replaces the server in the archive, in test packages alone. The real runtime's Electron 33 can't load
 * better-sqlite3 13, so the utility process starts Node 24 with the same server, and passes on the messages
 * of the two.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (message: { data: unknown }) => void): void
}

const port = Reflect.get(process, 'parentPort') as ParentPort
const home = join(import.meta.dirname, '../../../server-on-node')
const child = spawn(
  join(home, 'node'),
  ['--import', join(home, 'parent-port.js'), join(home, 'out/main/server.js'), ...process.argv.slice(2)],
  { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
)
child.on('message', (message) => {
  port.postMessage(message)
})
port.on('message', ({ data }) => {
  if (child.connected) child.send(data as object)
})
child.on('exit', (code) => process.exit(code ?? 1))
