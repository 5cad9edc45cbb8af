/**
 * `npm run serve -- --data DIR --port N …`: runs the server without a window. The arguments are those of
 * src-server/entry/serve.ts. `--demo` is a server for trying (demo.ts).
 */
import { announceDemo } from './demo.ts'
import { ensureBuild } from './ensure-build.ts'
import { serveHere } from './serve-here.ts'

await ensureBuild()
await serveHere(announceDemo(process.argv.slice(2)).args)
