import { app, dialog, shell } from 'electron'

import { DIALOG_TEXTS } from '../dialogs/dialog.texts.ts'
import type { MessageBoxes } from '../dialogs/message-boxes.ts'
import { describeFault, guarded, inBackground, reportFault, reportFaultsTo } from '../faults/guarded.ts'
import type { Language } from '../language.ts'
import type { ServerLog } from './server-log.ts'

export interface LastNet {
  /** Ends a start that failed: the user reads why, and the next start is not in its way. */
  readonly startFailed: (error: unknown) => Promise<void>
  /** From now on there is a log to write into, and a server to stop. */
  readonly running: (parts: { readonly log: ServerLog; readonly shutDown: () => Promise<void> }) => void
}

const causeOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * The last net, for errors that nobody else caught. The server is a process of its own and goes on; the
 * desktop logs the error and shows one box at a time, so that a person knows.
 */
export function spreadLastNet(boxes: MessageBoxes, language: () => Language): LastNet {
  let log: ServerLog | undefined
  let shutDown = (): Promise<void> => Promise.resolve()
  let isTelling = false

  const tell = async (title: 'startFailedTitle' | 'faultTitle', error: unknown): Promise<void> => {
    const texts = DIALOG_TEXTS[language()]
    const lines = [
      causeOf(error),
      ...(title === 'faultTitle' ? [texts.faultDetail] : []),
      ...(log === undefined ? [] : [texts.logIn(log.folder)]),
    ]
    const box = { type: 'error' as const, message: texts[title], detail: lines.join('\n\n') }
    if (log === undefined) {
      await boxes.showMessageBox({ ...box, buttons: [texts.ok] })
      return
    }
    const buttons = [texts.openLogs, texts.ok]
    const { response } = await boxes.showMessageBox({ ...box, buttons, defaultId: 1, cancelId: 1 })
    if (response === 0) await shell.openPath(log.folder)
  }

  const caught = (error: unknown): void => {
    reportFault('uncaught', error)
    if (isTelling || !app.isReady()) return
    isTelling = true
    const told = tell('faultTitle', error).finally(() => {
      isTelling = false
    })
    inBackground('uncaught', told)
  }
  process.on('uncaughtException', guarded('uncaught', caught))
  process.on('unhandledRejection', guarded('uncaught', caught))

  return {
    running: (parts) => {
      ;({ log, shutDown } = parts)
      const { keepLine } = parts.log
      reportFaultsTo((place, error) => {
        for (const line of describeFault(place, error).split('\n')) keepLine(line)
      })
    },
    startFailed: async (error) => {
      reportFault('start', error)
      try {
        // Another start may work, and would otherwise end at once without a word.
        app.releaseSingleInstanceLock()
        await shutDown()
        if (app.isReady()) await tell('startFailedTitle', error)
        else dialog.showErrorBox(DIALOG_TEXTS[language()].startFailedTitle, causeOf(error))
      } finally {
        app.exit(1)
      }
    },
  }
}
