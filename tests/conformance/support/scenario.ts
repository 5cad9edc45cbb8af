import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import type { ImportedCode } from '../../../src-server/contract/records/code.ts'
import type { RuntimeApi } from '../../../src-server/domain/application/capability.ts'

/** What an application is changed to after it is made. */
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
    /** The owner's. */
    readonly granted?: boolean
    readonly expires?: number
    /** The developer's. */
    readonly on?: boolean
    readonly sign?: boolean
  }[]
  /** Platform-wide states, open again when the scenario ends. */
  readonly states?: Readonly<Partial<Record<RuntimeApi, 'closed' | 'maintenance'>>>
}
type ImportedRow = { readonly [N in keyof ImportedCode]?: ImportedCode[N] } & Pick<
  ImportedCode,
  'kami' | 'type'
>
type Controls = Pick<ActionInput<'device_control'>, 'pause_open' | 'pause_add' | 'close_all'>

/** Texts may hold marks; `#{{now+60}}` is a number, and `now` the answer's own time. */
export interface Expectation {
  /** 200 where it isn't said. */
  readonly status?: number
  readonly code: number
  /** The whole `msg` of a refusal. */
  readonly msg?: string
  /** Members of the payload, or of an MT5 reply. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** The payload is a list, and has these in it. */
  readonly holds?: readonly unknown[]
  /** The payload is exactly this. */
  readonly payload?: unknown
  /** Where it isn't said: whatever the application's mode and the endpoint's envelope ask for. */
  readonly sealed?: boolean
  /** `check` is over no key, because the application isn't known: 100, 101, and what is over a limit. */
  readonly keyless?: boolean
  /** What `check` is made over besides time and key; '' where it isn't said. */
  readonly value?: string
  /** Names of the payload's members in their order. */
  readonly order?: readonly string[]
  /** Headers of the answer. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Puts a member of the payload under a name, for the marks of later steps. */
  readonly note?: Readonly<Record<string, string>>
}

/** An answer that is no JSON. */
export interface RawExpectation {
  readonly status?: number
  readonly raw: {
    readonly type?: RegExp
    readonly empty?: boolean
    /** How it is opened: hex of RC4 under a key (marks allowed), of AES as in mi_type 4. */
    readonly open?: { readonly rc4: string } | 'aes'
    readonly contains?: readonly string[]
    readonly json?: Readonly<Record<string, unknown>>
    /** Names in a zip, and texts somewhere in its files. */
    readonly zip?: { readonly holds: readonly string[] }
  }
}

export interface Step {
  /** Seconds to let pass before; a server elsewhere can't be asked for that. */
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

/** A story of requests and answers with a fresh application of its own. */
export interface Scenario {
  readonly name: string
  readonly app?: Settings
  readonly given?: Given
  readonly steps: readonly Step[]
  /** Needs a messenger's stand-in, which is there in this process only. */
  readonly messenger?: boolean
  /** Its calls count against a limit that holds for an address, so no other scenario runs meanwhile. */
  readonly alone?: boolean
  readonly after?: After
}
