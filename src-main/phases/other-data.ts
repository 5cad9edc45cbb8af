import { ask } from '../dialogs/ask.ts'
import { DIALOG_TEXTS } from '../dialogs/dialog.texts.ts'
import type { Boxes } from '../dialogs/message-boxes.ts'
import { OtherDataQuestion } from '../dialogs/other-data.ts'
import { inBackground } from '../faults/guarded.ts'
import type { Language } from '../language.ts'
import type { SettingsFile } from '../settings/settings-file.ts'
import type { ShownServer } from './servers.ts'

/** Asks once for each folder with other data, which an earlier version left, whether the server should use it. */
export function askAboutOtherData(
  shown: ShownServer,
  settings: SettingsFile,
  boxes: Boxes,
  language: () => Language,
): void {
  const question = new OtherDataQuestion({
    texts: () => DIALOG_TEXTS[language()],
    ask: (asked) => ask(boxes, asked),
    isLeft: (folder) => settings.current.leftData.includes(folder),
    leave: (folder) => {
      settings.note({ leftData: [...settings.current.leftData, folder] })
    },
    take: (folder) => shown.local.takeData(folder),
  })
  shown.onChange(() => {
    const { ready } = shown.local
    if (ready !== undefined) inBackground('other data', question.look(ready.data, ready.otherData))
  })
}
