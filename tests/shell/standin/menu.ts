import type { MenuItemConstructorOptions } from 'electron'

let applicationMenu: Menu | null = null

/** A menu as a list of what it was made of; nothing is drawn. */
export class Menu {
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
    this.items = items
  }
}
