import { app, BrowserWindow, dialog, type WebContents } from 'electron'

import type { DataFolder } from '../contract/shell.ts'
import { dataFolder } from '../launch-options.ts'
import type { SettingsFile } from '../settings/settings-file.ts'
import type { ShownServer } from './servers.ts'

export function shownDataFolder({ current }: SettingsFile): DataFolder {
  return dataFolder(process.argv, app.getPath('userData'), current.dataFolder)
}

export interface DataFolderPhase {
  readonly settings: SettingsFile
  readonly shown: ShownServer
}

/**
 * Asks for a folder with data, or an empty one for new data, and starts this machine's server in it. Nothing
 * is moved or copied.
 * @param page that asks; the question belongs to its window
 */
export async function chooseDataFolder(
  { settings, shown }: DataFolderPhase,
  page: WebContents,
): Promise<DataFolder> {
  const present = shownDataFolder(settings)
  if (present.isGiven) return present
  const options: Electron.OpenDialogOptions = {
    defaultPath: present.path,
    properties: ['openDirectory', 'createDirectory', 'showHiddenFiles'],
  }
  const window = BrowserWindow.fromWebContents(page)
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  const [path] = filePaths
  if (canceled || path === undefined || path === present.path) return present
  settings.update({ dataFolder: path })
  if (settings.current.servesHere) await shown.local.restart()
  return shownDataFolder(settings)
}
