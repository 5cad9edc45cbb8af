import type { Menu, Tray } from 'electron'

import { guarded } from '../faults/guarded.ts'
import type { Timers } from '../server-process/timers.ts'
import type { IconLook } from './tray-icon.ts'
import { TRAY_TEXTS } from './tray.texts.ts'
import { AT_LOGIN, toolTip, type TrayActions, trayMenu, type TrayView } from './tray-menu.ts'

export interface TrayParts {
  readonly Tray: new (image: string) => Tray
  readonly Menu: Pick<typeof Menu, 'buildFromTemplate'>
  readonly platform: NodeJS.Platform
  readonly timers: Timers
  /** @returns the picture's file */
  readonly iconOf: (look: IconLook) => string
}

/** A click's own event follows the closing of its menu. */
const AFTER_CLOSE_MS = 1_000
/** Some panels of Linux don't report that a menu was closed. */
const LONGEST_OPEN_MS = 60_000

/** The icon beside the system's clock. */
export class StatusTray {
  readonly #parts: TrayParts
  readonly #actions: TrayActions
  // Held, because the garbage collector would remove a tray that nothing references.
  readonly #tray: Tray
  #shown = ''
  #menuOf = ''
  #isOpen = false
  #view: TrayView
  #callOff = (): void => undefined

  constructor(parts: TrayParts, actions: TrayActions, view: TrayView) {
    this.#parts = parts
    this.#actions = actions
    this.#view = view
    this.#tray = new parts.Tray(parts.iconOf(lookOf(view)))
    this.#tray.on(
      'click',
      guarded('tray', () => {
        // On macOS a click opens the menu.
        if (parts.platform !== 'darwin') actions.open()
      }),
    )
    this.show(view)
  }

  /** Shows the state at once in the icon and its text, and in the menu as soon as it isn't open. */
  show(view: TrayView): void {
    this.#view = view
    const texts = TRAY_TEXTS[view.language]
    const text = toolTip(view, texts)
    const image = this.#parts.iconOf(lookOf(view))
    if (`${image} ${text}` !== this.#shown) {
      this.#shown = `${image} ${text}`
      this.#tray.setImage(image)
      this.#tray.setToolTip(text)
    }
    if (!this.#isOpen) this.#showMenu()
  }

  #showMenu(): void {
    const template = trayMenu(this.#view, TRAY_TEXTS[this.#view.language], this.#actions)
    const seen = JSON.stringify(template)
    if (seen === this.#menuOf) return
    this.#menuOf = seen
    const menu = this.#parts.Menu.buildFromTemplate(template)
    menu.on(
      'menu-will-show',
      guarded('tray', () => {
        this.#isOpen = true
        this.#closeAfter(LONGEST_OPEN_MS)
        // The system doesn't report a change in its own settings.
        const item = menu.getMenuItemById(AT_LOGIN)
        if (item !== null) item.checked = this.#actions.startsAtLogin()
      }),
    )
    menu.on(
      'menu-will-close',
      guarded('tray', () => {
        this.#closeAfter(AFTER_CLOSE_MS)
      }),
    )
    this.#tray.setContextMenu(menu)
  }

  #closeAfter(ms: number): void {
    this.#callOff()
    this.#callOff = this.#parts.timers.after(ms, () => {
      this.#isOpen = false
      this.#showMenu()
    })
  }
}

function lookOf({ status, shown, figures, isDark }: TrayView): IconLook {
  // A server that the user switched off is not down.
  const isDown = status.state === 'waiting' || shown?.state === 'waiting'
  return { isAlert: isDown || (figures?.risks ?? 0) > 0, isDark }
}
