import type { Log } from '../../contract/ports.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import { SecretsLocked } from '../../contract/secrets-locked.ts'
import { ListenerRefused, type ListenerChange, type Listeners } from '../platform/listeners.ts'
import { CertificateRefused, type CertificateProblem } from './files/certificate-problem.ts'
import { factsOf, type TlsIdentity } from './files/identity.ts'
import { CertificateFiles, type ReadFile } from './files/read-files.ts'
import type { KeptCertificate, KeptKeys } from './kept-keys.ts'

interface Parts {
  readonly listeners: Listeners
  readonly keys: Pick<KeptKeys, 'find'>
  readonly readFile: ReadFile
  readonly log: Log
}

type Settings = Pick<PlatformSettings, 'https' | 'listeners'>

export type CertificateSource = 'files' | KeptCertificate

interface Served {
  readonly source: CertificateSource
  readonly identity: TlsIdentity
}

/** The HTTPS listener beside the plain one: it opens as soon as there is a certificate for it. */
export class SecureDoor {
  readonly #parts: Parts
  readonly #files: CertificateFiles
  #served: Served | undefined
  #problem: CertificateProblem | undefined
  #publicProblem: CertificateProblem | undefined
  #portProblem: string | undefined
  #toldPublic: TlsIdentity | undefined
  /** One change at a time. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#files = new CertificateFiles(parts.readFile)
  }

  get served(): Served | undefined {
    return this.#served
  }

  /** Why the files can't be used now, those of the plain port included. An older certificate may be served meanwhile. */
  get problem(): CertificateProblem | undefined {
    return this.#problem ?? this.#publicProblem
  }

  /** Why the port isn't open although there is a certificate. */
  get portProblem(): string | undefined {
    return this.#portProblem
  }

  /**
   * Opens, moves or closes the listener for these settings. A look waits until the change is settled or undone, because
   * meanwhile the settings that it would follow are the old ones.
   * @throws ListenerRefused; then nothing has changed
   */
  prepare(next: Settings): Promise<ListenerChange> {
    const { promise: decided, resolve: decide } = Promise.withResolvers<undefined>()
    const change = this.#inTurn(() => this.#prepare(next, decide))
    this.#turn = change.then(
      () => decided,
      () => undefined,
    )
    return change
  }

  async #prepare(next: Settings, decide: (value: undefined) => void): Promise<ListenerChange> {
    const before = this.#served
    const served = await this.#find(next.https).catch((error: unknown) => {
      throw refusalOf(error, next.https)
    })
    const change = await this.#open(next, served)
    this.#served = served
    this.#problem = this.#portProblem = undefined
    return {
      settle: () => {
        change.settle()
        decide(undefined)
      },
      undo: async () => {
        this.#served = before
        await change.undo().finally(() => {
          decide(undefined)
        })
      },
    }
  }

  /**
   * Serves what the settings name as far as that is possible, at the start and again and again: files are replaced, ports
   * become free. A replacement that can't be used leaves the old certificate in use.
   * @param read the settings when it is this look's turn
   */
  look(read: () => Settings): Promise<void> {
    return this.#inTurn(async () => {
      const settings = read()
      try {
        const served = await this.#find(settings.https)
        this.#problem = undefined
        if (this.#isServed(served)) return
        const change = await this.#open(settings, served)
        change.settle()
        this.#served = served
        this.#portProblem = undefined
        if (served !== undefined) this.#tell('https', served.identity)
      } catch (error) {
        this.#note(error)
      }
    })
  }

  /** The same for the plain port, where it speaks HTTPS itself. */
  async lookAtPublic(): Promise<void> {
    const { listeners, log } = this.#parts
    try {
      await listeners.renewCertificate()
      this.#publicProblem = undefined
      const { publicIdentity: identity } = listeners
      if (identity !== undefined && identity !== this.#toldPublic) this.#tell('public', identity)
      this.#toldPublic = identity
    } catch (error) {
      if (!(error instanceof ListenerRefused) || error.certificate === undefined) throw error
      if (this.#publicProblem?.kind !== error.certificate.kind) log.error('certificate', error)
      this.#publicProblem = error.certificate
    }
  }

  /** People compare these fingerprints with those that their programs show. */
  #tell(door: string, { leaf }: TlsIdentity): void {
    const { names, until, sha256, key_sha256 } = factsOf(leaf)
    this.#parts.log.info('https.certificate', { door, names: names.join(' '), until, sha256, key_sha256 })
  }

  #isServed(wanted: Served | undefined): boolean {
    const isOpen = this.#parts.listeners.urls.secure !== ''
    if (wanted === undefined || !isOpen) return wanted === undefined && !isOpen
    return this.#served?.identity.leaf.fingerprint256 === wanted.identity.leaf.fingerprint256
  }

  #open({ https, listeners }: Settings, served: Served | undefined): Promise<ListenerChange> {
    const wanted = served && {
      host: listeners.public_host,
      port: https.port,
      material: served.identity.material,
    }
    return this.#parts.listeners.openSecure(wanted)
  }

  async #find(https: PlatformSettings['https']): Promise<Served | undefined> {
    if (https.mode === 'off') return undefined
    const { keys } = this.#parts
    if (https.mode === 'files' && https.cert !== '') {
      const { cert, key, pass_phrase: passPhrase } = https
      return { source: 'files', identity: await this.#files.read({ cert, key, passPhrase }) }
    }
    const source = https.mode === 'files' ? 'uploaded' : 'automatic'
    const kept = await keys.find(source)
    return kept && { source, identity: kept.identity }
  }

  #note(error: unknown): void {
    const { log } = this.#parts
    if (error instanceof CertificateRefused) {
      if (this.#problem?.kind !== error.problem.kind) log.error('https.certificate', error)
      this.#problem = error.problem
    } else if (error instanceof ListenerRefused) {
      if (this.#portProblem !== error.message) log.error('https.port', error)
      this.#portProblem = error.message
    } else if (!(error instanceof SecretsLocked)) throw error
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined)
    return turn
  }
}

/** Names the setting that the problem belongs to. */
function refusalOf(error: unknown, { key }: PlatformSettings['https']): unknown {
  if (!(error instanceof CertificateRefused)) return error
  const { kind, file } = error.problem
  if (kind === 'encrypted' || kind === 'wrong_pass_phrase')
    return new ListenerRefused('https.pass_phrase', kind)
  const isKey = key !== '' && (file === key || kind === 'other_key')
  return new ListenerRefused(isKey ? 'https.key' : 'https.cert', kind)
}
