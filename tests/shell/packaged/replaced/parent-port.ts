/** Loaded before the server in Node 24: gives it the parent port that Electron would provide. */
import { EventEmitter } from 'node:events'

const port = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => process.send?.(message),
})
process.on('message', (data) => port.emit('message', { data, ports: [] }))
// The utility process was killed, so this process ends as the server would in Electron.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
Object.defineProperty(process, 'parentPort', { value: port })
