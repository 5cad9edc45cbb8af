/** `npm run cli -- COMMAND --data DIR …`: care of a data folder. The arguments are those of src-server/entry/cli.ts. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { ensureBuild } from './ensure-build.ts'
import { root } from './tool.ts'

await ensureBuild()
const script = join(root, 'out/main/cli.js')
process.argv = [process.execPath, script, ...process.argv.slice(2)]
await import(pathToFileURL(script).href)
