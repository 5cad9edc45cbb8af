import { dialog } from 'electron'

import { ask } from '../dialogs/ask.ts'
import { DIALOG_TEXTS } from '../dialogs/dialog.texts.ts'
import { OtherDataQuestion } from '../dialogs/other-data.ts'
import type { Language } from '../language.ts'
import type { SettingsFile } from '../settings/settings-file.ts'
import type { ShownServer } from './servers.ts'

/** Asks once for each folder with other data, which an earlier version left, whether the server should use it. */
export function askAboutOtherData(shown: ShownServer, settings: SettingsFile, language: Language): void {
  const question = new OtherDataQuestion({
    texts: DIALOG_TEXTS[language],
    ask: (asked) => ask(dialog, asked),
    isLeft: (folder) => settings.current.leftData.includes(folder),
    leave: (folder) => {
      settings.update({ leftData: [...settings.current.leftData, folder] })
    },
    take: async (folder) => {
      await shown.local?.takeData(folder)
    },
  })
  shown.onChange(() => {
    const ready = shown.local?.ready
    if (ready !== undefined) void question.look(ready.data, ready.otherData)
  })
}
