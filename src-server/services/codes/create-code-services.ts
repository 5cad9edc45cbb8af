import type { Applications } from '../applications/applications.ts'
import type { ServiceContext } from '../service-context.ts'
import { Batches } from './batches.ts'
import { CodeEdits } from './code-edits.ts'
import { CodeExports } from './code-exports.ts'
import { CodeGeneration } from './code-generation.ts'
import { CodeImports } from './code-imports.ts'
import { CodeRecords } from './code-records.ts'
import { Codes } from './codes.ts'
import { RecycleBin } from './recycle-bin.ts'

type Deps = Pick<
  ServiceContext,
  'store' | 'registry' | 'devices' | 'journal' | 'jobs' | 'clock' | 'random'
> & {
  readonly applications: Applications
}

export type CodeServices = ReturnType<typeof createCodeServices>

/** Licence codes: lists, generation, edits, import and export, the recycle bin. */
export function createCodeServices(deps: Deps) {
  const { store, registry, devices, applications, clock } = deps
  return {
    batches: new Batches({ store, registry, clock }),
    codes: new Codes(deps),
    codeGeneration: new CodeGeneration(deps),
    codeEdits: new CodeEdits({ ...deps, records: new CodeRecords(devices) }),
    codeExports: new CodeExports({ store, registry, clock }),
    codeImports: new CodeImports({ store, applications, clock }),
    recycleBin: new RecycleBin({ store, registry, clock }),
  }
}
