import { app, dialog } from 'electron'

import { DIALOG_TEXTS } from '../dialogs/dialog.texts.ts'
import { askToQuit } from '../dialogs/questions.ts'
import type { Language } from '../language.ts'
import { type QuitUpdate, Quitting } from '../quit.ts'
import type { ShownServer } from './servers.ts'

export interface EndingPhase {
  readonly shown: ShownServer
  readonly language: Language
  readonly update: QuitUpdate | undefined
  /** Saves the windows' state while they still exist. */
  readonly remember: () => void
}

export function prepareEnding({ shown, language, update, remember }: EndingPhase): Quitting {
  const quitting = new Quitting(app, {
    connected: () => shown.local?.summary?.live ?? 0,
    ask: (accounts) => askToQuit(dialog, DIALOG_TEXTS[language], accounts),
    remember,
    server: shown,
    update,
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      quitting.now()
    })
  }
  // When Windows ends the session, it waits for no answer.
  app.on('browser-window-created', (_event, window) => {
    window.on('session-end', () => {
      quitting.now()
    })
  })
  return quitting
}
