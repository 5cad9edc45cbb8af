import { join } from 'node:path'

import { app } from 'electron'

import { DIALOG_TEXTS } from '../dialogs/dialog.texts.ts'
import type { MessageBoxes } from '../dialogs/message-boxes.ts'
import { inBackground } from '../faults/guarded.ts'
import type { Language } from '../language.ts'
import { SettingsFile } from '../settings/settings-file.ts'

export function readSettings(): SettingsFile {
  return new SettingsFile(join(app.getPath('userData'), 'desktop.json'), Date.now)
}

/** Tells the user why the settings start from their defaults. Nothing waits for the box. */
export function reportUnreadableSettings(
  { trouble }: SettingsFile,
  boxes: MessageBoxes,
  language: Language,
): void {
  if (trouble === undefined) return
  const { brokenTitle: message, brokenDetail, unreadableDetail, ok } = DIALOG_TEXTS[language]
  const detail =
    trouble.kind === 'broken'
      ? brokenDetail(trouble.setAside)
      : unreadableDetail(trouble.path, trouble.reason)
  inBackground('settings', boxes.showMessageBox({ type: 'warning', message, detail, buttons: [ok] }))
}
