import { join } from 'node:path'

import { isFresh } from './freshness.ts'
import { exitOf, requireTool, root, startNode } from './tool.ts'

const OUTPUTS = [
  'out/main/index.js',
  'out/main/server.js',
  'out/main/serve.js',
  'out/main/cli.js',
  'out/main/telemetry-worker.js',
  'out/main/postgres-telemetry-worker.js',
  'out/main/backup-worker.js',
  'out/preload/index.cjs',
  'out/renderer/console/index.html',
  'out/THIRD_PARTY_NOTICES.txt',
]
const SOURCES = [
  'src-main',
  'src-renderer',
  'src-server',
  'build/vite',
  'docs/operators.md',
  'docs/zh-CN/operators.md',
  'build/resources/tray',
  'electron.vite.config.ts',
  'package-lock.json',
]

async function build(): Promise<void> {
  const child = startNode([requireTool('electron-vite'), 'build', '--logLevel', 'warn'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk))
  const code = await exitOf(child)
  if (code === 0) return
  process.stderr.write(Buffer.concat(said))
  throw new Error(`electron-vite build ended with ${code}`)
}

/** Builds `out/` when it is missing or older than a source. Prints nothing unless the build fails. */
export async function ensureBuild(): Promise<void> {
  const at = (path: string): string => join(root, path)
  if (isFresh(OUTPUTS.map(at), SOURCES.map(at))) return
  await build()
}
