import { z } from 'zod'
import { KIT_TYPES } from './application-names.ts'
import { CODE_STATES, CODE_TYPES } from './code-names.ts'
import { number, text } from './described.ts'
import { DEVICE_STATES } from './device-names.ts'
import { reportRecord } from './records/performance.ts'
import { policyRecord } from './records/request.ts'
import { REQUEST_KINDS, REQUEST_STATES } from './request-names.ts'

/**
 * Why a parameter is refused, in `fields` beside code 401. For `invisible`, `msg` names the character and its
 * place.
 */
export const FIELD_PROBLEMS = ['missing', 'too_long', 'malformed', 'same', 'invisible'] as const
export type FieldProblem = (typeof FIELD_PROBLEMS)[number]

const product = text('the name of the application')
const open_request = z.boolean().meta({ description: 'whether it has an open request' })

const queriedCode = z.object({
  product,
  type: z.enum(CODE_TYPES).meta({ description: 'the type of the code' }),
  state: z.enum(CODE_STATES).meta({ description: 'its state' }),
  created_at: number('when it was made'),
  expires_at: z
    .int()
    .nullable()
    .meta({ description: 'its end; null before the first use, 4102243200 is for ever' }),
  left: z.int().nullable().meta({ description: 'uses left of a count code, else null' }),
  seats: number('the number of trading accounts that it may serve'),
  seats_used: number('how many of them use it'),
  device: text('the bound machine, masked; empty while unbound'),
  unbind: policyRecord.nullable().meta({ description: 'the unbind rules now; null when impossible' }),
  no_unbind: z
    .enum(['', 'unused', 'vip', 'not_bound', 'points', 'free', 'disabled', 'account'])
    .meta({ description: 'why an unbind is impossible; empty when it is possible' }),
  open_request,
})

const queriedDevice = z.object({
  app: number('the number of the application, for the bind code of a messenger'),
  product,
  state: z.enum(DEVICE_STATES).meta({ description: 'the state of the trading account' }),
  expires_at: number('its end; 4102243200 is for ever'),
  messenger: z
    .enum(['off', 'unbound', 'bound'])
    .meta({ description: 'whether the messenger is on for the application, and bound for this account' }),
  open_request,
})

const rechargedUser = z.object({
  product,
  user: text('the user account'),
  expires_at: number('its new end; 4102243200 is for ever'),
})

const acceptedRequest = z.object({
  request_id: text('the number of the request'),
  state: z.enum(REQUEST_STATES).meta({ description: 'its state' }),
  expires_at: number('when it expires unanswered'),
  service_hours: number('the hours within which an answer is promised'),
})

const followedRequest = acceptedRequest.extend({
  kind: z.enum(REQUEST_KINDS).meta({ description: 'an unbind of a code, or a rebind of a trading account' }),
  product,
  subject: text('the code or the trading account, masked'),
  new_key: text('the new trading account of a rebind, masked'),
  created_at: number('when it was made'),
  ended_at: z.int().nullable().meta({ description: 'when it was decided or ended, else null' }),
  answer: text('the reviewer’s answer'),
  images: number('the number of its pictures'),
  pictures: z
    .array(z.object({ id: z.string(), path: z.string() }))
    .meta({ description: 'its pictures; `image_workorder` takes the `id` of each' }),
  reversed: z.boolean().meta({ description: 'whether a rebind was reversed' }),
})

const publicSite = z.object({
  name: text('the name of the site'),
  title: text('its title'),
  contact: text('how customers reach the vendor'),
  colour: text('its colour'),
  language: z
    .enum(['zh-CN', 'en'])
    .meta({ description: 'the language for browsers that speak none of the page’s languages' }),
  language_forced: z.boolean().meta({ description: 'whether every visitor gets this language first' }),
  logo: text('the path of the logo, or empty'),
  background: text('the path of the background, or empty'),
  open: z.boolean().meta({ description: 'whether new requests are taken' }),
  console: z.boolean().meta({ description: 'whether this address serves the console too' }),
})

/**
 * The answers of the public actions of ajax.php under code 200, in `msg` (the specification, Self-service
 * ajax actions). For documents, tests and the compiler: no answer is parsed by them, and the public page
 * imports the types only. Times are Unix seconds.
 */
export const SELF_SERVICE = {
  user: z.object({
    registered: z.boolean().meta({ description: 'whether somebody of the platform has this number' }),
    role: z
      .enum(['owner', 'developer', 'agent', ''])
      .meta({ description: 'their role, or empty for nobody' }),
  }),
  rzquery: z.object({
    certified: z.boolean().meta({ description: 'whether the product is certified for this address now' }),
    product: text('the product'),
    url: text('the host of the address'),
    holder: text('the holder of the certification, or empty'),
    expires_at: z.int().nullable().meta({ description: 'its end; null for none' }),
  }),
  image: z.object({ image: text('the path of the background of the front page, or empty') }),
  query_km: queriedCode,
  /** A repeated request of the same customer for the same subject gives the open one. */
  unbind_km: acceptedRequest,
  request_device_rebind: acceptedRequest,
  /** Our additions from here on, which the page needs beyond the specification. */
  query_device: queriedDevice,
  recharge_user: rechargedUser,
  request_status: followedRequest,
  request_withdraw: followedRequest,
  /** POST image_workorder with `request`: a picture for an open request. GET takes the returned `id`. */
  image_workorder: z.object({
    images: number('the number of pictures of the request now'),
    id: text('the new picture'),
  }),
  site: publicSite,
  kit_link: z.object({
    product: text('the application’s name'),
    type: z.enum(KIT_TYPES).meta({ description: 'the language of the kit' }),
    left: number('how often the link can still be used'),
    expires_at: number('the end of the link'),
  }),
  kit_download: z.object({ name: text('the name of the file'), zip: text('the file, a zip in base64') }),
  report: z.object({
    report: reportRecord.meta({ description: 'the report, as `device_report` of the console answers it' }),
    live: z.boolean().meta({ description: 'whether its figures follow the account until the link ends' }),
    expires_at: number('the end of the link'),
  }),
}

export type SelfService = { [N in keyof typeof SELF_SERVICE]: z.output<(typeof SELF_SERVICE)[N]> }
export type SelfServiceAction = keyof SelfService
export type QueriedCode = SelfService['query_km']
export type QueriedDevice = SelfService['query_device']
/** A user account that a code recharged. */
export type RechargedUser = SelfService['recharge_user']
export type AcceptedRequest = SelfService['unbind_km']
export type FollowedRequest = SelfService['request_status']
export type PublicSite = SelfService['site']
export type LinkedReport = SelfService['report']
export type LinkedKit = SelfService['kit_link']

/** The products to choose from: with code 132, beside `msg`, as `products`. */
export interface ProductChoice {
  product: number
  name: string
}
