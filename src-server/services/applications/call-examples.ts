import type { RuntimeApi } from '../../contract/records/capability.ts'
import type { ExampleCall } from '../../contract/records/example-call.ts'
import type { Application } from '../../domain/application/application.ts'

/** Examples of calls. runtime/ implements it, which services may not import. */
export interface CallExamples {
  /** @param settings saved or not */
  build(settings: Application, api: RuntimeApi): ExampleCall
}
