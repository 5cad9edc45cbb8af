/**
 * `node --import …/register.ts out/main/index.js`: there `electron` is the stand-in, and a utility process
 * has its parentPort.
 */
import { EventEmitter } from 'node:events'
import { registerHooks } from 'node:module'

function standInForElectron(): void {
  const url = new URL('./electron.ts', import.meta.url).href
  Object.defineProperty(process, 'type', { value: 'browser' })
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron'
        ? { url, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context),
  })
}

function givePort(): void {
  // A utility process ends with the application, in every case.
  process.on('disconnect', () => process.exit(1))
  const port = Object.assign(new EventEmitter(), {
    postMessage: (data: unknown) => process.send?.({ data }),
  })
  process.on('message', ({ data }: { data: unknown }) => port.emit('message', { data, ports: [] }))
  Object.defineProperty(process, 'parentPort', { value: port })
  Object.defineProperty(process, 'type', { value: 'utility' })
}

if (process.env['STANDIN_UTILITY'] === undefined) standInForElectron()
else givePort()
