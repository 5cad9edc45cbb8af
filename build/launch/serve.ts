/** `npm run serve -- --data DIR --port N …`: the server without a window. The arguments are src-server/entry/serve.ts's. */
import { ensureBuild } from './ensure-build.ts'
import { serveHere } from './serve-here.ts'

await ensureBuild()
await serveHere(process.argv.slice(2))
