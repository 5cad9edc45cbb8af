import cases from '../vectors/peer-cases.json' with { type: 'json' }

type Row = Readonly<Record<string, string | number | null>>

export interface PeerSetup {
  /** Columns that differ from the base application; `new` is a new application of the original's console. */
  readonly app: Row | 'new'
  readonly codes?: readonly Row[]
  readonly files?: readonly Row[]
  readonly other_apps?: readonly Row[]
}

/**
 * One recorded answer of the original server. The replay follows the order of the file; a `setup` that is not
 * null resets to it first; cases with the same `fixture` share one state.
 */
export interface PeerCase {
  readonly id: string
  readonly note: string
  readonly setup: PeerSetup | null
  /** The state that the original needed for it. */
  readonly env: string | null
  readonly request: {
    readonly method: string
    readonly query: string
    readonly body: string | null
    readonly headers: Readonly<Record<string, string>>
  }
  readonly response: {
    readonly status: number
    readonly body: string | null
    readonly encrypted: { readonly form: string; readonly plain: string } | null
    readonly html: string | null
    readonly check_over: { readonly value: string; readonly appkey: 'yes' | 'empty' } | null
  }
  readonly state_after: Row | null
}

export const PEER_CASES = cases as unknown as readonly PeerCase[]
