import type { InspectedCall } from '../../contract/records/inspected-call.ts'

/** Shows calls as the runtime reads them. It stands behind runtime/, which this layer doesn't know. */
export interface CallInspector {
  /** The newest first. */
  newest(app: number, limit: number, onlyRefused: boolean): InspectedCall[]
  /** @returns undefined when the text is no request, or one for another application */
  explain(app: number, request: string): Promise<InspectedCall | undefined>
}
