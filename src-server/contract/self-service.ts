import type { KitType } from './application-names.ts'
import type { CodeState, CodeType } from './records/code.ts'
import type { DeviceState } from './records/device.ts'
import type { PolicyRecord } from './records/request.ts'
import type { RequestKind, RequestState } from './request-names.ts'

/**
 * Why a parameter is refused, in `fields` beside code 401. For `invisible`, `msg` names the character and its
 * place.
 */
export type FieldProblem = 'missing' | 'too_long' | 'malformed' | 'same' | 'invisible'

/**
 * The answers of the public actions of ajax.php under code 200, in `msg` (the specification, Self-service
 * ajax actions). Types only, because the public page imports them and trusts its own server. Times are Unix
 * seconds.
 */
export interface SelfService {
  user: { registered: boolean; role: 'owner' | 'developer' | 'agent' | '' }
  rzquery: { certified: boolean; product: string; url: string; holder: string; expires_at: number | null }
  /** The front page's background. Empty for none. */
  image: { image: string }
  query_km: QueriedCode
  /** A repeated request of the same customer for the same subject gives the open one. */
  unbind_km: AcceptedRequest
  request_device_rebind: AcceptedRequest
  /** Our additions from here on, which the page needs beyond the specification. */
  query_device: QueriedDevice
  recharge_user: RechargedUser
  request_status: FollowedRequest
  request_withdraw: FollowedRequest
  /** POST image_workorder with `request`: a picture for an open request. GET takes the returned `id`. */
  image_workorder: { images: number; id: string }
  site: PublicSite
  kit_link: LinkedKit
  /** The zip is base64. */
  kit_download: { name: string; zip: string }
}
export type SelfServiceAction = keyof SelfService

export interface LinkedKit {
  /** The application's name. */
  product: string
  type: KitType
  /** How often the link can still be used. */
  left: number
  expires_at: number
}

export interface QueriedCode {
  /** The application's name. */
  product: string
  type: CodeType
  state: CodeState
  created_at: number
  /** Null before the first use. 4102243200 is permanent. */
  expires_at: number | null
  /** Uses left of a count code, else null. */
  left: number | null
  /** Masked. Empty while unbound. */
  device: string
  /** null when an unbind is impossible (`no_unbind` says why). */
  unbind: PolicyRecord | null
  no_unbind: '' | 'unused' | 'vip' | 'not_bound' | 'points' | 'free' | 'disabled' | 'account'
  /** Whether the code has an open request. */
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

/** A user account that a code recharged. */
export interface RechargedUser {
  /** The application's name. */
  product: string
  user: string
  /** The account's new end. 4102243200 is permanent. */
  expires_at: number
}

/** The products to choose from: with code 132, beside `msg`, as `products`. */
export interface ProductChoice {
  product: number
  name: string
}

export interface AcceptedRequest {
  request_id: string
  state: RequestState
  expires_at: number
  /** The hours within which an answer is promised. */
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
  /** The reviewer's answer. */
  answer: string
  /** The number of its pictures, and the pictures. GET image_workorder takes the `id` of each. */
  images: number
  pictures: { id: string; path: string }[]
  /** Whether a rebind was reversed. */
  reversed: boolean
}

export interface PublicSite {
  name: string
  title: string
  contact: string
  colour: string
  /** The page's language where the browser speaks none of its languages, or where it is forced. */
  language: 'zh-CN' | 'en'
  /** Whether every visitor gets the page in its own language first. */
  language_forced: boolean
  /** Paths, or empty for none. */
  logo: string
  background: string
  /** Whether new requests are taken. */
  open: boolean
  /** Whether this address serves the console too. */
  console: boolean
}
