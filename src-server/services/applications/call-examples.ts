import type { RuntimeApi } from '../../contract/records/capability.ts'
import type { ExampleCall } from '../../contract/records/example-call.ts'
import type { Application } from '../../domain/application/application.ts'

/** Shows how a program calls. It stands behind runtime/, which this layer doesn't know. */
export interface CallExamples {
  /** @param settings saved or not */
  build(settings: Application, api: RuntimeApi): ExampleCall
}
