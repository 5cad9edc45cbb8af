import type { MoveProblem } from '../../contract/records/move.ts'

/** The state of a move, beside the data and never in it: a copy of the data must not be away too. */
export interface KeptMove {
  /** Known to both machines and to nobody else. */
  readonly id: string
  readonly state: 'moving' | 'moved'
  readonly to: string
  readonly since: number
  readonly bundle: {
    readonly path: string
    readonly size: number
    readonly sha256: string
    readonly madeAt: number
  } | null
}

export interface BundleOrder {
  /** The folder of the backup. */
  readonly backup: string
  readonly at: number
  readonly publicPort: number
  /** Whether the server opens ports below 1024, which needs a right on Linux. */
  readonly lowPorts: boolean
}

/** What a move needs from the machine. */
export interface MoveHost {
  readonly kept: {
    read(): KeptMove | undefined
    /** Survives a power cut. undefined ends the move. */
    write(move: KeptMove | undefined): void
  }
  /** Why no bundle can be made. undefined where it can. */
  whyNoBundle(): string | undefined
  /** Packs program, backup and used signatures into one file. */
  makeBundle(order: BundleOrder): Promise<Omit<NonNullable<KeptMove['bundle']>, 'madeAt'>>
  /** Looks for the server with this mark at an address. @returns undefined where it is there and decides */
  look(url: string, mark: string): Promise<MoveProblem | undefined>
}
