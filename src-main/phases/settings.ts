import { join } from 'node:path'

import { app, dialog } from 'electron'

import { DIALOG_TEXTS } from '../dialogs/dialog.texts.ts'
import type { Language } from '../language.ts'
import { SettingsFile } from '../settings/settings-file.ts'

export function readSettings(): SettingsFile {
  return new SettingsFile(join(app.getPath('userData'), 'desktop.json'), Date.now)
}

/** Tells the user where an unreadable settings file was moved. Nothing waits for the dialog. */
export function reportUnreadableSettings({ setAside }: SettingsFile, language: Language): void {
  if (setAside === undefined) return
  const { brokenTitle, brokenDetail, ok } = DIALOG_TEXTS[language]
  void dialog.showMessageBox({
    type: 'warning',
    message: brokenTitle,
    detail: brokenDetail(setAside),
    buttons: [ok],
  })
}
