import { app } from 'electron'

import { DIALOG_TEXTS } from '../dialogs/dialog.texts.ts'
import type { MessageBoxes } from '../dialogs/message-boxes.ts'
import { askToQuit } from '../dialogs/questions.ts'
import { guarded } from '../faults/guarded.ts'
import type { Language } from '../language.ts'
import { type QuitUpdate, Quitting } from '../quit.ts'
import { systemTimers } from '../server-process/timers.ts'
import type { ShownServer } from './servers.ts'

export interface EndingPhase {
  readonly shown: ShownServer
  readonly boxes: MessageBoxes
  readonly language: () => Language
  readonly update: QuitUpdate | undefined
  /** Saves the windows' state while they still exist. */
  readonly remember: () => void
}

export function prepareEnding({ shown, boxes, language, update, remember }: EndingPhase): Quitting {
  const quitting = new Quitting(app, {
    connected: () => shown.local.summary?.live ?? 0,
    ask: (accounts) => askToQuit(boxes, DIALOG_TEXTS[language()], accounts),
    remind: () => {
      boxes.remind()
    },
    remember,
    server: shown,
    update,
    timers: systemTimers,
  })
  const now = guarded('end', () => {
    quitting.now()
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, now)
  // When Windows ends the session, it waits for no answer.
  app.on(
    'browser-window-created',
    guarded('end', (_event: unknown, window: Electron.BrowserWindow) => {
      window.on('session-end', now)
    }),
  )
  return quitting
}
