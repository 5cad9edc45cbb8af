/** `npm run package -- --linux dir`: builds, then packages by electron-builder; what is asked is in its own words (docs/packaging.md). */
import { ensureBuild } from '../launch/ensure-build.ts'
import { overridesFrom } from './overrides.ts'
import { runBuilder } from './run-builder.ts'

const overrides = overridesFrom(process.env)
await ensureBuild()
process.exitCode = await runBuilder(process.argv.slice(2), overrides)
