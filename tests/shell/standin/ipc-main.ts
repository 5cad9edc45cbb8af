import type { IpcMain } from 'electron'

import type { StandInEvent } from './strict.ts'
import { strict } from './strict.ts'

type Handler = (event: StandInEvent, ...args: unknown[]) => unknown

const handlers = new Map<string, Handler>()

export function findHandler(channel: string): Handler | undefined {
  return handlers.get(channel)
}

export const ipcMain = strict('ipcMain', {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, handler)
  },
  removeHandler(channel: string): void {
    handlers.delete(channel)
  },
} satisfies Record<keyof Pick<IpcMain, 'handle' | 'removeHandler'>, unknown>)
