import { ask } from '../dialogs/ask.ts'
import type { Boxes } from '../dialogs/message-boxes.ts'
import { inBackground } from '../faults/guarded.ts'
import type { Language } from '../language.ts'
import type { Release, ReleaseFile } from './feed.ts'
import { UPDATE_TEXTS, type UpdateTexts } from './update.texts.ts'
import type { UpdateFailure, Updater, UpdateState } from './updater.ts'

export interface UpdateDialogParts {
  readonly updater: Updater
  readonly dialog: Boxes
  readonly language: () => Language
  /** The version of this program. */
  readonly version: string
  /** Shows a system notification. */
  readonly notify: (told: { readonly title: string; readonly body: string }, clicked: () => void) => void
}

/** A menu item that shows the state of an update. A click makes the next step. */
export interface UpdateItem {
  readonly label: string
  readonly isEnabled: boolean
  /** Undefined when there is nothing to mark. */
  readonly isChecked?: boolean
}

export function updateItem(state: UpdateState, texts: UpdateTexts): UpdateItem {
  switch (state.name) {
    case 'none':
    case 'failed':
      return { label: texts.check, isEnabled: true }
    case 'available':
      return { label: texts.download(state.release.version), isEnabled: true }
    case 'downloading':
      return { label: texts.downloading(state.release.version), isEnabled: false }
    case 'ready': {
      const { isConfirmed, release } = state
      const label = isConfirmed ? texts.installing(release.version) : texts.install(release.version)
      return { label, isEnabled: true, isChecked: isConfirmed }
    }
  }
}

/**
 * The dialogs and notifications about updates. It asks before each step, and mentions a newer version once.
 */
export class UpdateDialogs {
  readonly #parts: UpdateDialogParts
  #isAsking = false
  #told: string | undefined

  constructor(parts: UpdateDialogParts) {
    this.#parts = parts
  }

  get #texts(): UpdateTexts {
    return UPDATE_TEXTS[this.#parts.language()]
  }

  get item(): UpdateItem {
    return updateItem(this.#parts.updater.state, this.#texts)
  }

  /** An automatic check: it mentions an available version, and everything else only when the user asks. */
  async look(): Promise<void> {
    const { updater, notify } = this.#parts
    await updater.check()
    const { state } = updater
    if (state.name !== 'available' || state.release.version === this.#told) return
    this.#told = state.release.version
    notify({ title: this.#texts.availableTitle(this.#told), body: this.#texts.availableBody }, () => {
      inBackground('update', this.goOn())
    })
  }

  /** Makes the next step, for a click on the menu's item or on a notification. One question at a time. */
  async goOn(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    try {
      await this.#step()
    } finally {
      this.#isAsking = false
    }
  }

  async #step(): Promise<void> {
    const { updater } = this.#parts
    const { state } = updater
    switch (state.name) {
      case 'none':
      case 'failed':
        await updater.check()
        return this.#tellCheck(updater.state)
      case 'available':
        return this.#askToDownload(state.release, state.file)
      case 'downloading':
        return
      case 'ready':
        // Set in both cases, so that the menu's mark is right.
        updater.confirm(!state.isConfirmed && (await this.#askToInstall(state.release, state.kind)))
    }
  }

  async #tellCheck(state: UpdateState): Promise<void> {
    const { newest, newestDetail } = this.#texts
    this.#told = state.name === 'available' ? state.release.version : undefined
    if (state.name === 'available') await this.#askToDownload(state.release, state.file)
    else if (state.name === 'failed') await this.#tellFailure(state.why)
    else await this.#tell(newest, newestDetail(this.#parts.version))
  }

  async #askToDownload({ version, notes }: Release, { size }: ReleaseFile): Promise<void> {
    const { updater, language, notify } = this.#parts
    const { downloadTitle, downloadDetail, downloadConfirm, readyTitle, readyBody } = this.#texts
    const detail = downloadDetail(notes[language()], Math.ceil(size / 1_000_000))
    if (!(await this.#ask(downloadTitle(version), detail, downloadConfirm))) return
    await updater.download()
    const { state } = updater
    if (state.name === 'failed') await this.#tellFailure(state.why)
    if (state.name !== 'ready') return
    notify({ title: readyTitle(version), body: readyBody }, () => {
      // A click after the user agreed in the menu changes nothing.
      if (updater.state.name === 'ready' && !updater.state.isConfirmed) inBackground('update', this.goOn())
    })
  }

  #askToInstall({ version }: Release, kind: ReleaseFile['kind']): Promise<boolean> {
    const { installTitle, installDetail, byHandDetail, installConfirm } = this.#texts
    // A person finishes these, and until then no server runs.
    const isByHand = kind === 'dmg' || kind === 'deb'
    return this.#ask(installTitle(version), isByHand ? byHandDetail : installDetail, installConfirm)
  }

  #tellFailure(why: UpdateFailure): Promise<void> {
    return this.#tell(this.#texts.failure[why], this.#texts.tryAgain)
  }

  #ask(message: string, detail: string, yes: string): Promise<boolean> {
    return ask(this.#parts.dialog, { type: 'question', message, detail, yes, no: this.#texts.notNow })
  }

  async #tell(message: string, detail: string): Promise<void> {
    await this.#parts.dialog.showMessageBox({ type: 'info', message, detail, buttons: [this.#texts.ok] })
  }
}
