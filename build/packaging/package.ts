/**
 * `npm run package -- --linux dir`: builds, then packages with electron-builder, which takes the arguments
 * (docs/packaging.md).
 */
import { ensureBuild } from '../launch/ensure-build.ts'
import { overridesFrom } from './overrides.ts'
import { runBuilder } from './run-builder.ts'

const overrides = overridesFrom(process.env)
await ensureBuild()
process.exitCode = await runBuilder(process.argv.slice(2), overrides)
