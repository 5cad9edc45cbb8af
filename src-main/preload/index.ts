import { contextBridge, ipcRenderer } from 'electron'

import { SHELL_CHANNEL } from '../contract/channels.ts'

// Names, callers and inputs are checked in the main process, which a page cannot get around.
contextBridge.exposeInMainWorld('shell', {
  invoke: (name: unknown, input: unknown): Promise<unknown> => ipcRenderer.invoke(SHELL_CHANNEL, name, input),
})
