import type { z } from 'zod'
import type { CODE } from '../../contract/error-codes.ts'
import type { LANGUAGES } from '../../contract/records/application.ts'
import type { SelfService, SelfServiceAction } from '../../contract/self-service.ts'
import type { AccountRecharges } from '../../services/accounts/account-recharges.ts'
import type { KitLinks } from '../../services/applications/kit-links.ts'
import type { ApplicationRegistry } from '../../services/applications/application-registry.ts'
import type { Certifications } from '../../services/people/certifications.ts'
import type { FloodLimits } from '../../services/selfservice/flood-limits.ts'
import type { PlatformSettingsService } from '../../services/platform/platform-settings.ts'
import type { PublicAddressService } from '../../services/platform/public-address.ts'
import type { ReportLinks } from '../../services/performance/report-links.ts'
import type { Requests } from '../../services/requests/requests.ts'
import type { SelfServiceCodes } from '../../services/selfservice/self-service-codes.ts'
import type { SelfServiceDevices } from '../../services/selfservice/self-service-devices.ts'
import type { SelfServicePeople } from '../../services/selfservice/self-service-people.ts'
import type { PublicAnswer, Refusal } from './answers.ts'

/** The use cases public actions call. */
export interface PublicServices {
  readonly limits: FloodLimits
  readonly registry: Pick<ApplicationRegistry, 'find'>
  readonly platformSettings: Pick<PlatformSettingsService, 'current'>
  readonly publicAddress: Pick<PublicAddressService, 'chosen'>
  readonly people: SelfServicePeople
  readonly certifications: Certifications
  readonly codes: SelfServiceCodes
  readonly devices: SelfServiceDevices
  readonly requests: Requests
  readonly accountRecharges: AccountRecharges
  readonly kitLinks: Pick<KitLinks, 'look' | 'download'>
  readonly reportLinks: Pick<ReportLinks, 'view'>
}

/** A call that passed the guards, as a public action sees it. */
export interface PublicCall {
  readonly method: 'GET' | 'POST'
  readonly ip: string
  /** The origin by which the caller reached the server. */
  readonly cameTo: string
  /** Unix seconds, the reply's `time`. */
  readonly now: number
  readonly language: (typeof LANGUAGES)[number]
  /** Whether the door it came through serves the console as well. */
  readonly console: boolean
  /** The body of an upload; empty for all others, whose body is parameters. */
  readonly bytes: Uint8Array
}

type CodeName = keyof typeof CODE
type CodeOf<K extends CodeName> = (typeof CODE)[NoInfer<K>]

interface Declaration<N extends SelfServiceAction, P extends z.ZodObject, K extends CodeName> {
  readonly name: N
  /** The purpose, one sentence for the documents. */
  readonly summary: string
  readonly methods: readonly PublicCall['method'][]
  /** The parameters it reads; all others are ignored. */
  readonly params: P
  /**
   * The codes of the action's own checks, each with its cases. The compiler refuses an answer with another
   * code. dispatch.ts answers those of common-codes.ts.
   */
  readonly codes: Readonly<Partial<Record<K, string>>>
  /** `lookup`: it tells what is there, so that it is limited and has one answer time; `none`: it tells what everybody sees. */
  readonly limit: 'lookup' | 'none'
  /** Bytes its POST may bring, which are then no parameters. */
  readonly upload?: number
  /** What can be refused before the body is read, by the URL's parameters alone. */
  beforeBody?(
    call: PublicCall,
    params: z.output<P>,
    services: PublicServices,
  ): Promise<Refusal<CodeOf<K>> | undefined> | Refusal<CodeOf<K>> | undefined
  answer(
    call: PublicCall,
    params: z.output<P>,
    services: PublicServices,
  ): PublicAnswer<SelfService[N], CodeOf<K>> | Promise<PublicAnswer<SelfService[N], CodeOf<K>>>
}

export type PublicAction = Declaration<SelfServiceAction, z.ZodObject, CodeName>

/** Declares a public action of ajax.php (specification, Self-service ajax actions). */
export function definePublicAction<N extends SelfServiceAction, P extends z.ZodObject, K extends CodeName>(
  action: Declaration<N, P, K>,
): Declaration<N, P, K> {
  return action
}
