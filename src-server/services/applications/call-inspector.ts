import type { InspectedCall } from '../../contract/records/inspected-call.ts'

/** Shows calls as the runtime reads them. runtime/ implements it, which services may not import. */
export interface CallInspector {
  /** The newest first. */
  newest(app: number, limit: number, onlyRefused: boolean): InspectedCall[]
  /** @returns undefined when the text is no request, or a request to another application */
  explain(app: number, request: string): Promise<InspectedCall | undefined>
}
