/** Loaded before the server in Node 24: gives it the parent port it would have in Electron. */
import { EventEmitter } from 'node:events'

const port = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => process.send?.(message),
})
process.on('message', (data) => port.emit('message', { data, ports: [] }))
// The utility process was killed: so is this, as it would be if it were one with it.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
Object.defineProperty(process, 'parentPort', { value: port })
