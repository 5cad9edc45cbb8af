/**
 * `npm run serve -- --data DIR --port N …`: runs the server without a window. The arguments are those of
 * src-server/entry/serve.ts.
 */
import { ensureBuild } from './ensure-build.ts'
import { serveHere } from './serve-here.ts'

await ensureBuild()
await serveHere(process.argv.slice(2))
