import {
  MAX_BRING_BYTES,
  type BringAnswer,
  type BringState,
  type BringSystem,
} from '../../contract/bring-over-names.ts'
import { CONSOLE } from '../../contract/error-codes.ts'
import type { BringRecord, LeftRowRecord } from '../../contract/records/bring-over.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { DumpError } from '../../domain/bring-over/sql-lexer.ts'
import { audit } from '../platform/audit-trail.ts'
import type { Jobs } from '../platform/jobs.ts'
import { Refused } from '../refused.ts'
import type { BringFile } from './bring-file.ts'
import type { BringOrder, BringParts } from './bring-parts.ts'
import { bringOver } from './bring-run.ts'
import { beginNote, endNote, findNote } from './unfinished.ts'

interface Parts extends BringParts {
  readonly jobs: Jobs
  readonly bringFile: BringFile
}

export interface Choices {
  readonly answers: readonly { readonly app: number; readonly answer: BringAnswer }[]
  readonly codes: BringOrder['codes']
}

/** Rows of the list of rows that were not taken, on a page. */
const PAGE = 500

/** Brings the data of another licence system over: the file, the check, and the import. */
export class BringOver {
  readonly #parts: Parts
  #state: BringState = 'empty'
  #name = ''
  #size = 0
  #source: { readonly system: BringSystem; readonly app: number | undefined } | undefined
  #job: string | null = null
  #failure = ''
  #report: BringRecord['report'] = null
  #left: readonly LeftRowRecord[] = []

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async record(): Promise<BringRecord> {
    return {
      state: this.#state,
      file: this.#name,
      size: this.#size,
      system: this.#source?.system ?? null,
      app: this.#source?.app ?? null,
      job: this.#job,
      failure: this.#failure,
      report: this.#report,
      unfinished: this.#isBusy ? null : await findNote(this.#parts.store),
    }
  }

  left(after: number): { rows: LeftRowRecord[]; next: number | null; total: number } {
    const rows = this.#left.slice(after, after + PAGE)
    const next = after + rows.length
    return { rows, next: next < this.#left.length ? next : null, total: this.#left.length }
  }

  /** @throws Refused 409 for a piece that isn't the next one, or while the file is being read; 422 for too long a file */
  async add(name: string, at: number, data: string): Promise<{ size: number }> {
    this.#requireIdle()
    const { bringFile } = this.#parts
    if (at === 0) {
      await bringFile.begin()
      this.#forget()
      this.#name = name
      this.#state = 'loaded'
    } else if (this.#state === 'empty' || at !== this.#size)
      throw new Refused(CONSOLE.conflict, `The next piece begins at ${this.#size}`, {
        at: String(this.#size),
      })
    const piece = Buffer.from(data, 'base64')
    if (this.#size + piece.length > MAX_BRING_BYTES)
      throw new Refused(CONSOLE.invalid, 'The file is larger than 1 GB: use the command line', {
        data: 'size',
      })
    await bringFile.add(piece)
    this.#size += piece.length
    return { size: this.#size }
  }

  /** @throws Refused 404 for an unknown application; 409 without a file; 422 where an application has to be named */
  async check(actor: Actor, system: BringSystem, app: number | undefined, choices: Choices): Promise<string> {
    this.#requireIdle()
    if ((app === undefined) !== (system === 'php'))
      throw new Refused(CONSOLE.invalid, 'The application that the codes go to', { app: 'required' })
    if (app !== undefined && this.#parts.registry.find(app) === undefined)
      throw new Refused(CONSOLE.notFound, 'There is no such application')
    if (this.#size === 0) throw new Refused(CONSOLE.conflict, 'There is no file yet')
    this.#source = { system, app }
    return this.#run(actor, choices, true)
  }

  /** @throws Refused 409 before a check; 422 for a number that is taken here, as long as nobody answered */
  async start(actor: Actor, choices: Choices): Promise<string> {
    this.#requireIdle()
    const { store, clock } = this.#parts
    const report = this.#report
    if (report === null || this.#source === undefined)
      throw new Refused(CONSOLE.conflict, 'Check the file first')
    const answered = new Set(choices.answers.map(({ app }) => app))
    const open = report.applications.find(({ app, here }) => here?.same === false && !answered.has(app))
    if (open !== undefined)
      throw new Refused(CONSOLE.invalid, `What becomes of application ${open.app}?`, {
        answers: String(open.app),
      })
    const { system } = this.#source
    await store.write(
      async (unit) => {
        const at = clock.now()
        await beginNote(unit, { file: this.#name, at })
        await audit(unit, actor, at, {
          action: 'bring_over',
          subject: { kind: 'settings', id: 'platform', label: this.#name },
          after: { file: this.#name, system, ...choices },
        })
      },
      { durable: true },
    )
    return this.#run(actor, choices, false)
  }

  async drop(): Promise<void> {
    this.#requireIdle()
    await this.#parts.bringFile.drop()
    this.#forget()
    await this.#parts.store.write((unit) => endNote(unit), { durable: true })
  }

  get #isBusy(): boolean {
    return this.#state === 'checking' || this.#state === 'running'
  }

  #requireIdle(): void {
    if (this.#isBusy) throw new Refused(CONSOLE.conflict, 'The file is being read')
  }

  #forget(): void {
    this.#state = 'empty'
    this.#name = ''
    this.#size = 0
    this.#source = undefined
    this.#job = null
    this.#failure = ''
    this.#report = null
    this.#left = []
  }

  async #run(actor: Actor, choices: Choices, dryRun: boolean): Promise<string> {
    const { jobs, bringFile } = this.#parts
    const { system, app } = this.#source ?? { system: 'php' as const, app: undefined }
    const answers = new Map(choices.answers.map((one) => [one.app, one.answer]))
    this.#state = dryRun ? 'checking' : 'running'
    this.#failure = ''
    // The file is read twice.
    const total = 2 * this.#size
    let done = 0
    const job = await jobs.start(actor, dryRun ? 'bring_check' : 'bring_start', total, async (turn) => {
      const open = async function* () {
        for await (const piece of bringFile.read()) {
          yield piece
          turn.report((done += piece.length))
        }
      }
      try {
        const order = { system, app, answers, codes: choices.codes, dryRun }
        const { report, left, stopped } = await bringOver(this.#parts, actor, order, open, turn.signal)
        this.#report = report
        this.#left = left
        if (!stopped && !dryRun) await this.#finish()
        this.#state = stopped ? 'stopped' : dryRun ? 'checked' : 'done'
        if (!stopped) turn.report(total)
      } catch (error) {
        this.#state = 'failed'
        if (!(error instanceof DumpError)) throw error
        this.#failure = error.message
        throw new Refused(CONSOLE.invalid, error.message)
      } finally {
        if (this.#isBusy) this.#state = 'failed'
      }
    })
    this.#job = job
    return job
  }

  /** Nobody needs the file any more, and it holds passwords. */
  async #finish(): Promise<void> {
    await this.#parts.bringFile.drop()
    this.#size = 0
    await this.#parts.store.write((unit) => endNote(unit), { durable: true })
  }
}
