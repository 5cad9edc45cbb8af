import { BrowserWindow, dialog, shell, type WebContents } from 'electron'

import type { DataFolder } from '../contract/shell.ts'
import { givenDataFolder } from '../launch-options.ts'
import type { SettingsFile } from '../settings/settings-file.ts'
import type { ShownServer } from './servers.ts'

export interface DataFolderPhase {
  readonly settings: SettingsFile
  readonly shown: ShownServer
}

export function shownDataFolder({ settings, shown }: DataFolderPhase): DataFolder {
  const given = givenDataFolder(process.argv)
  const path = given ?? settings.current.dataFolder ?? shown.local.dataFolder ?? null
  return { path, isGiven: given !== undefined }
}

/** @returns whether the system opened it */
export async function openDataFolder(phase: DataFolderPhase): Promise<boolean> {
  const { path } = shownDataFolder(phase)
  return path !== null && (await shell.openPath(path)) === ''
}

/**
 * Asks for a folder with data, or an empty one for new data, and starts this machine's server in it. Nothing
 * is moved or copied.
 * @param page that asks; the question belongs to its window
 */
export async function chooseDataFolder(phase: DataFolderPhase, page: WebContents): Promise<DataFolder> {
  const { settings, shown } = phase
  const present = shownDataFolder(phase)
  if (present.isGiven) return present
  const options: Electron.OpenDialogOptions = {
    ...(present.path !== null && { defaultPath: present.path }),
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
  return shownDataFolder(phase)
}
