import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import type { ImportedCode } from '../../../src-server/contract/records/code.ts'
import type { RuntimeApi } from '../../../src-server/domain/application/capability.ts'

/** Changes of the application after it is made. */
export type Settings = Omit<ActionInput<'app_update'>, 'app'>

/** Times in `given` and `after` are seconds from the scenario's start; those from 1e9 on are Unix seconds. */
export interface Given {
  readonly codes?: readonly ImportedRow[]
  readonly devices?: readonly (Omit<ActionInput<'device_create'>, 'app'> & { readonly controls?: Controls })[]
  /** The first one's number is `{{account1}}`, the first file's `{{file1}}`. */
  readonly accounts?: readonly Readonly<Record<string, unknown>>[]
  readonly files?: readonly Readonly<Record<string, unknown>>[]
  readonly capabilities?: readonly {
    readonly api: RuntimeApi
    /** The owner's field. */
    readonly granted?: boolean
    readonly expires?: number
    /** The developer's field. */
    readonly on?: boolean
    readonly sign?: boolean
  }[]
  /** Platform-wide states, which open again when the scenario ends. */
  readonly states?: Readonly<Partial<Record<RuntimeApi, 'closed' | 'maintenance'>>>
}
type ImportedRow = { readonly [N in keyof ImportedCode]?: ImportedCode[N] } & Pick<
  ImportedCode,
  'kami' | 'type'
>
type Controls = Pick<ActionInput<'device_control'>, 'pause_open' | 'pause_add' | 'close_all'>

/** Texts may contain marks: `#{{now+60}}` is a number, and `now` is the answer's own time. */
export interface Expectation {
  /** 200 by default. */
  readonly status?: number
  readonly code: number
  /** The whole `msg` of a refusal. */
  readonly msg?: string
  /** Members of the payload, or of an MT5 reply. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** The payload is a list that contains these. */
  readonly holds?: readonly unknown[]
  /** The payload is exactly this. */
  readonly payload?: unknown
  /** By default, the form that the application's mode and the endpoint's envelope require. */
  readonly sealed?: boolean
  /** `check` is over no key, because the application is unknown: 100, 101, and calls over a limit. */
  readonly keyless?: boolean
  /** The value in `check` besides time and key; '' by default. */
  readonly value?: string
  /** Names of the payload's members in their order. */
  readonly order?: readonly string[]
  /** Headers of the answer. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Stores a member of the payload under a name, for the marks of later steps. */
  readonly note?: Readonly<Record<string, string>>
}

/** An answer that is no JSON. */
export interface RawExpectation {
  readonly status?: number
  readonly raw: {
    readonly type?: RegExp
    readonly empty?: boolean
    /** How to decrypt it: hex of RC4 under a key (marks allowed), or of AES as in mi_type 4. */
    readonly open?: { readonly rc4: string } | 'aes'
    readonly contains?: readonly string[]
    readonly json?: Readonly<Record<string, unknown>>
    /** Names in a zip, and texts somewhere in its files. */
    readonly zip?: { readonly holds: readonly string[] }
  }
}

export interface Step {
  /** Seconds to pass before the step, impossible on a server elsewhere. */
  readonly at?: number
  readonly method?: string
  readonly query: string
  readonly body?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly expect: Expectation | RawExpectation
}

export interface After {
  readonly codes?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly devices?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>
  readonly accounts?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>
  readonly app?: Readonly<Record<string, unknown>>
}

/** A sequence of requests and answers with a new application of its own. */
export interface Scenario {
  readonly name: string
  readonly app?: Settings
  readonly given?: Given
  readonly steps: readonly Step[]
  /** Needs the messenger stub, which exists in this process only. */
  readonly messenger?: boolean
  /** Its calls count against a limit per address, so no other scenario runs at the same time. */
  readonly alone?: boolean
  readonly after?: After
}
