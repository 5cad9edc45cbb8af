import { app, dialog } from 'electron'

import { DIALOG_TEXTS } from '../dialogs/dialog.texts.ts'
import { askToQuit } from '../dialogs/questions.ts'
import type { Language } from '../language.ts'
import { Quitting } from '../quit.ts'
import type { ShownServer } from './servers.ts'

/** @param remember what is to be kept while the windows are still there */
export function prepareEnding(shown: ShownServer, language: Language, remember: () => void): Quitting {
  const quitting = new Quitting(app, {
    connected: () => shown.local?.summary?.live ?? 0,
    ask: (accounts) => askToQuit(dialog, DIALOG_TEXTS[language], accounts),
    remember,
    server: shown,
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      quitting.now()
    })
  }
  // Windows ends the session: it waits for nobody's answer.
  app.on('browser-window-created', (_event, window) => {
    window.on('session-end', () => {
      quitting.now()
    })
  })
  return quitting
}
