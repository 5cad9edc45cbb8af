import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { BrowserWindow, dialog } from 'electron'

import type { ShellApi } from '../contract/shell.ts'

/** @returns whether the user chose a place, in which case the file is written */
export async function saveFile(
  electron: Pick<typeof dialog, 'showSaveDialog'>,
  window: BrowserWindow | undefined,
  folder: string,
  { name, bytes }: ShellApi['file.save']['input'],
): Promise<boolean> {
  const options = { defaultPath: join(folder, name) }
  const { canceled, filePath } = await (window
    ? electron.showSaveDialog(window, options)
    : electron.showSaveDialog(options))
  if (canceled) return false
  await writeFile(filePath, bytes)
  return true
}
