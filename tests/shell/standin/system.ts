/**
 * The surroundings of the windows: tray, notifications, power, displays, clipboard. Nothing is drawn; calls
 * are recorded.
 */
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'

import type { Menu } from './menu.ts'
import { calls, recorded, strict } from './strict.ts'

function requirePicture(path: string): string {
  if (!existsSync(path)) throw new Error(`Failed to load image from path '${path}'`)
  return path
}

class StandInTray extends EventEmitter {
  static readonly all: StandInTray[] = []
  image: string
  toolTip = ''
  menu: Menu | null = null

  constructor(image: string) {
    super()
    this.image = requirePicture(image)
    StandInTray.all.push(this)
  }
  setImage(image: string): void {
    this.image = requirePicture(image)
  }
  setToolTip(toolTip: string): void {
    this.toolTip = toolTip
  }
  setContextMenu(menu: Menu | null): void {
    this.menu = menu
  }
}

class StandInNotification extends EventEmitter {
  static readonly shown: StandInNotification[] = []
  static isSupported(): boolean {
    return true
  }
  readonly title: string
  readonly body: string

  constructor({ title, body }: { title: string; body: string }) {
    super()
    this.title = title
    this.body = body
  }
  show(): void {
    StandInNotification.shown.push(this)
  }
}

let blockers = 0

export const powerSaveBlocker = strict('powerSaveBlocker', {
  start: (type: string): number => {
    calls.push(['powerSaveBlocker.start', type])
    return ++blockers
  },
  stop: (id: number): boolean => {
    calls.push(['powerSaveBlocker.stop', id])
    return true
  },
})
/** A test emits the events of the system. */
export const powerMonitor = strict('powerMonitor', new EventEmitter())

const display = { id: 1, workArea: { x: 0, y: 0, width: 1600, height: 1000 } }
export const screen = strict('screen', {
  getPrimaryDisplay: () => display,
  getAllDisplays: () => [display],
})
export const clipboard = strict('clipboard', recorded('clipboard', { writeText: Promise.resolve() }))
export const nativeImage = strict('nativeImage', { createFromPath: requirePicture })
export { StandInNotification as Notification, StandInTray as Tray }
