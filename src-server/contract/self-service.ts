import type { CodeState, CodeType } from './records/code.ts'
import type { DeviceState } from './records/device.ts'
import type { PolicyRecord } from './records/request.ts'
import type { RequestKind, RequestState } from './request-names.ts'

/** Why a parameter is refused, in `fields` beside code 401. `invisible`: `msg` names the character and its place. */
export type FieldProblem = 'missing' | 'too_long' | 'malformed' | 'same' | 'invisible'

/**
 * What the public actions of ajax.php answer under code 200, in `msg` (specification, Self-service ajax actions). Types
 * only: the public page imports them, and checks nothing that its own server says. Times are Unix seconds.
 */
export interface SelfService {
  user: { registered: boolean; role: 'owner' | 'developer' | 'agent' | '' }
  rzquery: { certified: boolean; product: string; url: string; holder: string; expires_at: number | null }
  /** The front page's background; empty where there is none. */
  image: { image: string }
  query_km: QueriedCode
  /** Asked twice by the same customer, while it is open, it is the same one. */
  unbind_km: AcceptedRequest
  request_device_rebind: AcceptedRequest
  /** Ours, below: what the page needs beyond the specification. */
  query_device: QueriedDevice
  recharge_user: RechargedUser
  request_status: FollowedRequest
  request_withdraw: FollowedRequest
  /** POST image_workorder with `request`: a picture for an open request. `id` is what GET takes. */
  image_workorder: { images: number; id: string }
  site: PublicSite
}
export type SelfServiceAction = keyof SelfService

export interface QueriedCode {
  /** The application's name. */
  product: string
  type: CodeType
  state: CodeState
  created_at: number
  /** Null while it isn't used; 4102243200 is permanent. */
  expires_at: number | null
  /** Uses left of a count code; null otherwise. */
  left: number | null
  /** Masked; empty while unbound. */
  device: string
  /** null where an unbind can't be asked for at all (`no_unbind` says why). */
  unbind: PolicyRecord | null
  no_unbind: '' | 'unused' | 'vip' | 'not_bound' | 'points' | 'free' | 'disabled' | 'account'
  /** Whether a request is open for it. */
  open_request: boolean
}

export interface QueriedDevice {
  /** The application's number, for the messenger's bind code. */
  app: number
  product: string
  state: DeviceState
  /** 4102243200 is permanent. */
  expires_at: number
  /** Whether the messenger is on for the application, and bound for this account. */
  messenger: 'off' | 'unbound' | 'bound'
  open_request: boolean
}

/** A user account that a code was spent on. */
export interface RechargedUser {
  /** The application's name. */
  product: string
  user: string
  /** Its new end; 4102243200 is permanent. */
  expires_at: number
}

/** Which of several: with code 132, beside `msg`, as `products`. */
export interface ProductChoice {
  product: number
  name: string
}

export interface AcceptedRequest {
  request_id: string
  state: RequestState
  expires_at: number
  /** Within how many hours an answer is promised. */
  service_hours: number
}

export interface FollowedRequest extends AcceptedRequest {
  kind: RequestKind
  product: string
  /** Masked. */
  subject: string
  /** A rebind's new account, masked. */
  new_key: string
  created_at: number
  ended_at: number | null
  /** What the reviewer says. */
  answer: string
  /** How many pictures it has, and each of them: `id` is what GET image_workorder takes. */
  images: number
  pictures: { id: string; path: string }[]
  /** A rebind that was taken back. */
  reversed: boolean
}

export interface PublicSite {
  name: string
  title: string
  contact: string
  colour: string
  language: 'zh-CN' | 'en'
  /** Paths; empty for none. */
  logo: string
  background: string
  /** Whether requests are taken. */
  open: boolean
  /** Whether this address serves the console as well. */
  console: boolean
}
