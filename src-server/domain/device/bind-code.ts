/** A code with which a customer binds the messenger to a trading account. Times are Unix seconds. */
export interface BindCode {
  readonly code: string
  readonly appId: number
  readonly deviceId: number
  readonly createdAt: number
  readonly expiresAt: number
  readonly state: 'pending' | 'bound' | 'replaced'
  readonly openId: string
}
