import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { BrowserWindow, dialog, WebContents } from 'electron'

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

/**
 * Saves a page as it is printed, on A4.
 * @returns whether the user chose a place, in which case the file is written
 */
export async function savePdf(
  electron: Pick<typeof dialog, 'showSaveDialog'>,
  window: BrowserWindow | undefined,
  folder: string,
  name: string,
  page: Pick<WebContents, 'printToPDF'>,
): Promise<boolean> {
  const bytes = await page.printToPDF({ pageSize: 'A4', preferCSSPageSize: true })
  return saveFile(electron, window, folder, { name, bytes })
}
