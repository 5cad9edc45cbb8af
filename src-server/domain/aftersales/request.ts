import type { RequestKind, RequestState } from '../../contract/request-names.ts'

/** A customer's request (the specification, After-sales work orders). Times are Unix seconds. */
export interface Request {
  readonly id: number
  /** The number with which the customer tracks the request. */
  readonly number: string
  readonly kind: RequestKind
  readonly state: RequestState
  readonly appId: number
  readonly codeId: number | null
  readonly deviceId: number | null
  /** The code's text, or the old trading account. */
  readonly subject: string
  readonly newKey: string
  readonly oldMachine: string
  readonly freedMachine: string
  readonly contact: string
  readonly reason: string
  readonly description: string
  readonly ip: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly endedAt: number | null
  readonly decidedBy: number | null
  readonly decidedByName: string
  readonly answer: string
  readonly waived: boolean
  readonly takenSeconds: number
  readonly takenUses: number
  readonly reversedAt: number | null
  readonly reversedByName: string
}
