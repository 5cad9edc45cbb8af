import type { Menu, Tray } from 'electron'

import type { IconLook } from './tray-icon.ts'
import type { TrayTexts } from './tray.texts.ts'
import { AT_LOGIN, stateLine, type TrayActions, trayMenu, type TrayView } from './tray-menu.ts'

export interface TrayParts {
  readonly Tray: new (image: string) => Tray
  readonly Menu: Pick<typeof Menu, 'buildFromTemplate'>
  readonly platform: NodeJS.Platform
  /** @returns the picture's file */
  readonly iconOf: (look: IconLook) => string
}

/** The icon beside the system's clock. */
export class StatusTray {
  readonly #parts: TrayParts
  readonly #texts: TrayTexts
  readonly #actions: TrayActions
  // Held, because the garbage collector would remove a tray that nothing references.
  readonly #tray: Tray
  #shown: string

  constructor(parts: TrayParts, texts: TrayTexts, actions: TrayActions, view: TrayView) {
    this.#parts = parts
    this.#texts = texts
    this.#actions = actions
    this.#tray = new parts.Tray(parts.iconOf(lookOf(view)))
    this.#tray.on('click', () => {
      // On macOS a click opens the menu.
      if (parts.platform !== 'darwin') actions.open()
    })
    this.#shown = ''
    this.show(view)
  }

  /** Leaves an open menu alone while nothing in it changes. */
  show(view: TrayView): void {
    const seen = JSON.stringify(view)
    if (seen === this.#shown) return
    this.#shown = seen
    this.#tray.setImage(this.#parts.iconOf(lookOf(view)))
    this.#tray.setToolTip(`Pulsekey · ${stateLine(view.status, this.#texts)}`)
    const menu = this.#parts.Menu.buildFromTemplate(trayMenu(view, this.#texts, this.#actions))
    // The system doesn't report a change in its own settings.
    menu.on('menu-will-show', () => {
      const item = menu.getMenuItemById(AT_LOGIN)
      if (item !== null) item.checked = this.#actions.startsAtLogin()
    })
    this.#tray.setContextMenu(menu)
  }
}

function lookOf({ status, figures, isDark }: TrayView): IconLook {
  const isDown = status.state === 'waiting' || status.state === 'stopped'
  return { isAlert: isDown || (figures?.risks ?? 0) > 0, isDark }
}
