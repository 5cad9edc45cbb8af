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

/** The settings that name a file of a certificate or its key. Empty: no file. */
export const CERTIFICATE_MEMBERS = [
  'listeners.tls_cert',
  'listeners.tls_key',
  'https.cert',
  'https.key',
] as const
export type CertificateMember = (typeof CERTIFICATE_MEMBERS)[number]

export interface BundleOrder {
  /** The folder of the backup. */
  readonly backup: string
  readonly at: number
  readonly publicPort: number
  /** All ports that the server opens. */
  readonly ports: readonly number[]
  /** The files of certificates that the settings name, by the settings' member. */
  readonly certificates: Readonly<Record<CertificateMember, string>>
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
