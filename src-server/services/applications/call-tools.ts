import type { KitType } from '../../contract/application-names.ts'
import type { RuntimeApi } from '../../contract/records/capability.ts'
import type { KitRecord } from '../../contract/records/kit.ts'
import type { ExampleCall } from '../../contract/records/example-call.ts'
import type { Application } from '../../domain/application/application.ts'
import type { InspectedCall } from '../../contract/records/inspected-call.ts'

/** Examples of calls. runtime/ implements it, which services may not import. */
export interface CallExamples {
  /** @param settings saved or not */
  build(settings: Application, api: RuntimeApi): ExampleCall
}

/** Makes clients that are filled in for an application. runtime/ implements it, which services may not import. */
export interface KitMaker {
  list(application: Application): Promise<KitRecord[]>
  /**
   * @param cameTo the origin by which the caller reached the console
   * @throws Refused 409 where the kit doesn't speak the application's encryption
   */
  make(
    application: Application,
    type: KitType,
    cameTo: string,
  ): Promise<{ readonly name: string; readonly zip: string }>
}

/** Shows calls as the runtime reads them. runtime/ implements it, which services may not import. */
export interface CallInspector {
  /** The newest first. */
  newest(app: number, limit: number, onlyRefused: boolean): InspectedCall[]
  /** @returns undefined when the text is no request, or a request to another application */
  explain(app: number, request: string): Promise<InspectedCall | undefined>
}
