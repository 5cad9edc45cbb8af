import { join } from 'node:path'

import { app, dialog } from 'electron'

import { DIALOG_TEXTS } from '../dialogs/dialog.texts.ts'
import type { Language } from '../language.ts'
import { SettingsFile } from '../settings/settings-file.ts'

export function readSettings(): SettingsFile {
  return new SettingsFile(join(app.getPath('userData'), 'desktop.json'), Date.now)
}

/** A file that couldn't be read was put aside; he is told where, and nothing waits for him. */
export function sayWhatWasSetAside({ setAside }: SettingsFile, language: Language): void {
  if (setAside === undefined) return
  const { brokenTitle, brokenDetail, ok } = DIALOG_TEXTS[language]
  void dialog.showMessageBox({
    type: 'warning',
    message: brokenTitle,
    detail: brokenDetail(setAside),
    buttons: [ok],
  })
}
