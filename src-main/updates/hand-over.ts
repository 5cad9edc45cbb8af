import { chmod, copyFile, rename, stat } from 'node:fs/promises'

export interface Installers {
  /** The AppImage this program runs from; undefined for anything else. */
  readonly appImage: string | undefined
  /** Electron's: opens a file as a double click does. @returns why it couldn't, or nothing */
  readonly openPath: (path: string) => Promise<string>
}

/**
 * Hands a downloaded file to what installs it: the system, or for an AppImage its place on the disk, which the next start runs.
 *
 * @throws Error where it can't be
 */
export async function handOver(path: string, { appImage, openPath }: Installers): Promise<void> {
  if (appImage === undefined) {
    const failure = await openPath(path)
    if (failure !== '') throw new Error(failure)
    return
  }
  // Opened where it is, it would run from the folder that the next download empties.
  const beside = `${appImage}.new`
  await copyFile(path, beside)
  await chmod(beside, (await stat(appImage)).mode)
  await rename(beside, appImage)
}
