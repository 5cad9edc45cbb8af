import { EventEmitter } from 'node:events'

import type { MenuItemConstructorOptions } from 'electron'

let applicationMenu: Menu | null = null

/** A menu as the list of its template; nothing is drawn, and a test opens it. */
export class Menu extends EventEmitter {
  /** The last menu of a right click. */
  static popped: Menu | null = null

  static buildFromTemplate(items: MenuItemConstructorOptions[]): Menu {
    return new Menu(items)
  }
  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu
  }
  static getApplicationMenu(): Menu | null {
    return applicationMenu
  }

  readonly items: readonly MenuItemConstructorOptions[]

  constructor(items: readonly MenuItemConstructorOptions[]) {
    super()
    this.items = items
  }

  getMenuItemById(id: string): MenuItemConstructorOptions | null {
    return this.items.find((item) => item.id === id) ?? null
  }

  /** Stays open until a test clicks. */
  popup(): void {
    Menu.popped = this
  }

  /** A person's click on the item of that name, in any submenu. */
  click(label: string): void {
    const find = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions | undefined => {
      for (const item of items) {
        if (item.label === label) return item
        const inner = Array.isArray(item.submenu) ? find(item.submenu) : undefined
        if (inner !== undefined) return inner
      }
      return undefined
    }
    const item = find(this.items)
    if (item === undefined) throw new Error(`no menu item ${label}`)
    if (item.enabled === false || item.click === undefined) throw new Error(`${label} can't be clicked`)
    item.click({ ...item, checked: item.checked !== true } as never, undefined, {})
  }
}
