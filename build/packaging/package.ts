/**
 * `npm run package -- --linux dir`: builds, then packages with electron-builder, which takes the arguments
 * (docs/packaging.md).
 */
import { ensureBuild } from '../launch/ensure-build.ts'
import { root } from '../launch/tool.ts'
import { addNativePackages, targetsOf } from './native-packages.ts'
import { overridesFrom } from './overrides.ts'
import { runBuilder } from './run-builder.ts'

const overrides = overridesFrom(process.env)
await ensureBuild()
const args = process.argv.slice(2)
const added = addNativePackages(root, targetsOf(args, process))
if (added.length > 0) console.log(`Added for this package: ${added.join(', ')}`)
process.exitCode = await runBuilder(args, overrides)
