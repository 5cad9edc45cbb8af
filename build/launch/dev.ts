/**
 * `npm run dev`: runs the server from its sources, restarts it on every change, and serves the console with
 * hot reload in a browser.
 */
import { join } from 'node:path'

import { createServer, mergeConfig } from 'vite'

import { rendererConfig } from '../vite/renderer.ts'
import { root, startNode } from './tool.ts'

const PUBLIC_PORT = '8787'
const CONSOLE_PORT = '8788'
const PASSWORD = 'development'
const target = `http://127.0.0.1:${CONSOLE_PORT}`

// On this machine only, because everybody can read the owner's password here.
const server = startNode(
  [
    '--watch-path=src-server',
    'src-server/entry/serve.ts',
    ...['--data', join(root, '.cache', 'dev-data')],
    ...['--host', '127.0.0.1', '--port', PUBLIC_PORT, '--console-port', CONSOLE_PORT],
  ],
  { env: { PULSEKEY_OWNER_PASSWORD: PASSWORD, ...process.env } },
)

// The server answers only its own origin, so the proxy sends that origin.
const proxied = { target, changeOrigin: true, headers: { origin: target } }
const vite = await createServer(
  mergeConfig(rendererConfig, {
    configFile: false,
    server: { proxy: { '/ajax.php': proxied, '/api.php': proxied } },
  }),
)
await vite.listen()
vite.printUrls()
console.log(`Sign in as owner with the password ${PASSWORD}. The customers’ page is /public.html.`)

function end(): void {
  server.kill('SIGTERM')
  void vite.close()
}
process.once('SIGINT', end)
process.once('SIGTERM', end)
server.once('exit', end)
