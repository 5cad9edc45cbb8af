import { LicenceCheck } from './licence-check.ts'
import type { Step } from './licence-history.ts'
import { DAY, FOREVER } from './licence-model.ts'
import { isEndless, isOfAccount, partsOf, type ModelCode } from './licence-parts.ts'
import { conversionTo, type RecordChoice, type WorthEdit } from './vendor-acts.ts'

/** The steps of a history that concern one code. */
export class LicenceCodeSteps extends LicenceCheck {
  /** Unbinds that customers requested, with the computer that held the code then. */
  readonly #asked = new Map<string, { readonly machine: string; readonly at: number }>()

  protected async onCode(code: ModelCode, step: Step): Promise<void> {
    switch (step.do) {
      case 'extend':
        return this.#edit(code, { kind: 'extend', seconds: step.seconds }, { extend_seconds: step.seconds })
      case 'end': {
        const end = Math.max(0, this.model.now + step.seconds)
        return this.#edit(code, { kind: 'end', end }, { end_time: end })
      }
      case 'convert':
        return this.#edit(code, conversionTo(step.worth), { convert: step.worth })
      case 'disable':
        if (code.disabled || code.recycledAt !== null) return
        await this.changeCode(code, 'code_update', { disabled: true }, this.#choose(code, step.choice))
        code.disabled = true
        return
      case 'recycle':
        if (code.recycledAt !== null) return
        await this.changeCode(code, 'code_delete', {}, this.#choose(code, step.choice))
        code.recycledAt = this.model.now
        return
      case 'enable':
        if (code.disabled && code.recycledAt === null) await this.#enable(code)
        return
      case 'restore':
        return this.#restore(code)
      case 'note':
        await this.world.act('code_update', { ids: [this.idOfCode(code)], note: `at ${this.model.now}` })
        return
      case 'resize':
        return this.#resize(code, step.seats)
      case 'attribute':
        if (code.recycledAt !== null) return
        code.agent = this.world.agents[1]
        await this.world.act('code_update', { ids: [this.idOfCode(code)], agent: code.agent })
        return
      case 'unbind':
        return this.#unbind(code)
      case 'askUnbind':
        return this.#askUnbind(code)
      case 'approveUnbind':
        return this.#approveUnbind(code)
      default:
        throw new Error(`${step.do} is no act on a code`)
    }
  }

  /** A refund takes nothing where the rules name no amount. */
  #choose(code: ModelCode, choice: RecordChoice): RecordChoice {
    const isKept = partsOf(code).some((part) => {
      const record = this.vendor.recordOf(part)
      if (record === undefined) return false
      const wasKept = part.disabled && part.taken === undefined
      const isOthers = choice === 'end' && record.vip === FOREVER && part.acted?.gave !== FOREVER
      return wasKept || isOthers || (choice === 'take_back' && part.isOpen)
    })
    return isKept ? 'keep' : choice
  }

  async #enable(code: ModelCode): Promise<void> {
    if (this.#isPermanentTwice(code)) return
    await this.world.act('code_update', { ids: [this.idOfCode(code)], disabled: false })
    code.disabled = false
    this.#giveBack(code)
  }

  #giveBack(code: ModelCode): void {
    for (const part of partsOf(code))
      if ((part.taken ?? 0) > 0 && this.vendor.recordOf(part) !== undefined) this.count('refund taken back')
    this.vendor.giveBack(code)
  }

  /**
   * Out of the bin and, where it was disabled before, enabled: the rules leave open what happens between the
   * two.
   */
  async #restore(code: ModelCode): Promise<void> {
    if (code.recycledAt === null || this.#isPermanentTwice(code)) return
    await this.world.act('code_restore', { ids: [this.idOfCode(code)] })
    code.recycledAt = null
    if (code.disabled) await this.#enable(code)
    else this.#giveBack(code)
  }

  /**
   * A permanent code returns to a record that another code made permanent: the rules leave open which of them
   * holds it.
   */
  #isPermanentTwice(code: ModelCode): boolean {
    return partsOf(code).some((part) => part.taken === FOREVER && this.vendor.recordOf(part)?.vip === FOREVER)
  }

  /** Skips edits whose effect on a record the rules leave open. */
  async #edit(code: ModelCode, edit: WorthEdit, change: object): Promise<void> {
    const parts = partsOf(code)
    if (code.recycledAt !== null || (code.disabled && parts.some(({ acted }) => acted !== undefined))) return
    const becomesEndless = edit.kind === 'convert' && edit.type !== 'count' && edit.seconds === 0
    const counts = edit.kind === 'convert' && (edit.type === 'count' || edit.type === 'points')
    for (const part of parts) {
      const record = this.vendor.recordOf(part)
      if (record === undefined) continue
      if (counts || part.type === 'count' || isEndless(part)) return
      if (becomesEndless && record.vip === FOREVER) return
    }
    await this.editCode(code, edit, change)
  }

  async #resize(code: ModelCode, seats: number): Promise<void> {
    if (code.recycledAt !== null) return
    const { done } = await this.world.act('code_update', { ids: [this.idOfCode(code)], seats })
    this.same(done, this.vendor.resize(code, seats) ? 1 : 0, 'seats')
  }

  async #unbind(code: ModelCode): Promise<void> {
    if (code.recycledAt !== null) return
    const { done, skipped } = await this.world.act('code_unbind', { ids: [this.idOfCode(code)] })
    const isBound = !isOfAccount(code) && code.machine !== ''
    this.same(done, isBound ? 1 : 0, 'code_unbind')
    if (isOfAccount(code)) this.same(skipped, [{ id: this.idOfCode(code), reason: 'account' }], 'code_unbind')
    code.machine = ''
  }

  async #askUnbind(code: ModelCode): Promise<void> {
    const { kami, machine, disabled, recycledAt, firstUse, type } = code
    const isOf = isOfAccount(code)
    if (this.model.freeMode || disabled || recycledAt !== null || firstUse === null) return
    if (type === 'vip' || type === 'points' || (machine === '' && !isOf)) return
    const words = { card: kami, contact: `customer of ${kami}`, reason: 'new computer' }
    const { code: answer } = await this.world.visit('unbind_km', words)
    this.same(answer, isOf ? 164 : 200, 'unbind_km')
    if (!isOf) this.#asked.set(kami, { machine, at: this.model.now })
  }

  async #approveUnbind(code: ModelCode): Promise<void> {
    const { kami, machine, disabled, recycledAt, type } = code
    const isOf = isOfAccount(code)
    const asked = this.#asked.get(kami)
    this.#asked.delete(kami)
    if (asked === undefined || this.model.now > asked.at + DAY || this.model.freeMode) return
    if (disabled || recycledAt !== null || type === 'vip' || type === 'points') return
    if (!isOf && machine !== asked.machine) return
    const { code: answer } = await this.approve('unbind', (row) => rowKami(row) === kami, { waive: true })
    this.same(answer, isOf ? 409 : 200, 'approval of an unbind')
    if (!isOf) this.model.free(code)
  }
}

function rowKami(row: Readonly<Record<string, unknown>>): unknown {
  return (row['code'] as { readonly kami: string } | null)?.kami
}
