import { contextBridge, ipcRenderer } from 'electron'

import { SHELL_CHANNEL } from '../contract/channels.ts'

// The main process checks names, callers and inputs, because a page can't bypass it.
contextBridge.exposeInMainWorld('shell', {
  invoke: (name: unknown, input: unknown): Promise<unknown> => ipcRenderer.invoke(SHELL_CHANNEL, name, input),
})
