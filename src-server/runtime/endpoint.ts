import { z } from 'zod'
import type { CODE } from '../contract/error-codes.ts'
import type { AccountLogins } from '../services/accounts/account-logins.ts'
import type { AccountRegistrations } from '../services/accounts/account-registrations.ts'
import type { CodeLogins } from '../services/codes/code-logins.ts'
import type { CodeUnbinds } from '../services/codes/code-unbinds.ts'
import type { DeveloperApplications } from '../services/applications/developer-applications.ts'
import type { DeviceLogons } from '../services/devices/device-logons.ts'
import type { KeyHandout } from '../services/applications/key-handout.ts'
import type { Files } from '../services/applications/files.ts'
import type { MessengerBinds } from '../services/messenger/messenger-binds.ts'
import type { Notifications } from '../services/messenger/notifications.ts'
import type { UpdateAddresses } from '../services/applications/update-addresses.ts'
import type { ViolationReports } from '../services/devices/violation-reports.ts'
import { pickParameters, type Parameters } from '../wire/parameters.ts'
import type { Fields, Mt5Answer, RawAnswer, StandardAnswer, TextAnswer } from './answers.ts'
import type { Call } from './call.ts'
import type { Kits } from './kit-maker.ts'

/** The use cases that endpoints call. */
export interface RuntimeServices {
  readonly codeLogins: CodeLogins
  readonly codeUnbinds: CodeUnbinds
  readonly accountLogins: AccountLogins
  readonly accountRegistrations: AccountRegistrations
  readonly developerApplications: DeveloperApplications
  readonly deviceLogons: DeviceLogons
  readonly keyHandout: KeyHandout
  readonly kits: Kits
  readonly messengerBinds: MessengerBinds
  readonly notifications: Notifications
  readonly violationReports: ViolationReports
  readonly files: Pick<Files, 'ofApplication'>
  readonly updateAddresses: Pick<UpdateAddresses, 'find'>
  /** The public address, for a caller who came to this origin. */
  readonly addressFor: (cameTo: string) => string
}

type CodeName = keyof typeof CODE
type CodeOf<N extends CodeName> = (typeof CODE)[N]
/** Fields of an MT5 reply, which are on its top level. */
type Mt5Fields = Readonly<Record<string, string | number>>

interface Declaration<P extends z.ZodObject, N extends CodeName> {
  readonly name: string
  /** Other names of the same endpoint. */
  readonly aliases?: readonly string[]
  /** The purpose, one sentence for the documents. */
  readonly summary: string
  readonly methods: readonly ('GET' | 'POST')[]
  /** Whitelisted: plain parameters, no signature, no time check (the specification, Authentication 3). */
  readonly whitelisted: boolean
  /** The endpoint is a login, so the application's switch for logins closes it. */
  readonly isLogin?: true
  /** The parameters the endpoint reads. It ignores all others, but the signature covers them too. */
  readonly params: P
  /**
   * The codes of the endpoint's own checks, each with its cases. The compiler refuses an answer with another
   * code. The guards' codes are in guard-codes.ts.
   */
  readonly codes: Readonly<Partial<Record<N, string>>>
  /** Takes these parameters out of a call's parameters. */
  readonly read: (given: Parameters) => z.output<P>
}

export interface StandardEndpoint<
  P extends z.ZodObject = z.ZodObject,
  N extends CodeName = CodeName,
  O extends z.ZodType = z.ZodType,
> extends Declaration<P, N> {
  readonly envelope: 'standard'
  /** The payload of a success, for the documents and the compiler. No call is parsed by it. */
  readonly output: O
  answer(
    call: Call,
    params: z.output<P>,
    services: RuntimeServices,
  ): Awaitable<StandardAnswer<CodeOf<NoInfer<N>>, Extract<NoInfer<z.output<O>>, Fields>>>
}

/** The reply is always plain JSON. A guard's refusal of this endpoint has the same envelope. */
export interface Mt5Endpoint<
  P extends z.ZodObject = z.ZodObject,
  N extends CodeName = CodeName,
  O extends z.ZodType<Mt5Fields> = z.ZodType<Mt5Fields>,
> extends Declaration<P, N> {
  readonly envelope: 'mt5'
  /** The fields of a success. No call is parsed by it. */
  readonly output: O
  /** Refusals of the endpoint's own checks have the fields too. */
  readonly refusesWithFields?: true
  answer(
    call: Call,
    params: z.output<P>,
    services: RuntimeServices,
  ): Awaitable<Mt5Answer<CodeOf<NoInfer<N>>, NoInfer<z.output<O>> | NoFields>>
}
type NoFields = Readonly<Record<string, never>>

/** The reply is a download or a text, sent unchanged. Refusals have the standard envelope. */
export interface RawEndpoint<
  P extends z.ZodObject = z.ZodObject,
  N extends CodeName = CodeName,
> extends Declaration<P, N> {
  readonly envelope: 'raw'
  /** The success, which has no code: its type, and its content in words. */
  readonly output: { readonly contentType: string; readonly says: string }
  answer(
    call: Call,
    params: z.output<P>,
    services: RuntimeServices,
  ): Awaitable<RawAnswer | TextAnswer<CodeOf<NoInfer<N>>>>
}

export type Endpoint = StandardEndpoint | Mt5Endpoint | RawEndpoint

type Awaitable<T> = T | Promise<T>

/** Declares an endpoint of the standard envelope. */
export function defineEndpoint<P extends z.ZodObject, N extends CodeName, O extends z.ZodType>(
  endpoint: Omit<StandardEndpoint<P, N, O>, 'envelope' | 'read'>,
): StandardEndpoint<P, N, O> {
  return { ...endpoint, read: createReader(endpoint.params), envelope: 'standard' }
}

/** Declares an MT5 endpoint. */
export function defineMt5Endpoint<P extends z.ZodObject, N extends CodeName, O extends z.ZodType<Mt5Fields>>(
  endpoint: Omit<Mt5Endpoint<P, N, O>, 'envelope' | 'read'>,
): Mt5Endpoint<P, N, O> {
  return { ...endpoint, read: createReader(endpoint.params), envelope: 'mt5' }
}

/** Declares an endpoint whose answer is a download or a text. */
export function defineRawEndpoint<P extends z.ZodObject, N extends CodeName = never>(
  endpoint: Omit<RawEndpoint<P, N>, 'envelope' | 'read'>,
): RawEndpoint<P, N> {
  return { ...endpoint, read: createReader(endpoint.params), envelope: 'raw' }
}

function createReader<P extends z.ZodObject>(params: P): (given: Parameters) => z.output<P> {
  const names = Object.keys(params.shape)
  const asksNothing = names.every((name) => isAnyText(params.shape[name]))
  return (given) => {
    const declared = pickParameters(names, given)
    // When every parameter may be absent or any text, the parameters need no parsing. The schema would copy
    // each field of each pulse.
    return asksNothing ? (declared as z.output<P>) : params.parse(declared)
  }
}

function isAnyText(schema: unknown): boolean {
  if (!(schema instanceof z.ZodOptional)) return false
  const text: unknown = schema.unwrap()
  return text instanceof z.ZodString && (text.def.checks ?? []).length === 0
}
