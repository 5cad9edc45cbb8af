import { join } from 'node:path'

import { app, BrowserWindow, Menu, type WebContents, WebContentsView } from 'electron'

import { contextMenu } from '../editing/context-menu.ts'
import { FindBar } from '../editing/find-bar.ts'
import { guarded } from '../faults/guarded.ts'
import type { Language } from '../language.ts'
import { MENU_TEXTS } from '../menu/menu.texts.ts'
import { pagePreferences } from '../window/create-window.ts'
import { localPage } from '../window/local-page.ts'

/** The menu of a right click, in every window. */
export function offerContextMenus(language: () => Language): void {
  app.on(
    'web-contents-created',
    guarded('context menu', (_event: unknown, contents: WebContents) => {
      contents.on(
        'context-menu',
        guarded('context menu', (_clicked: unknown, params: Electron.ContextMenuParams) => {
          const items = contextMenu(params, MENU_TEXTS[language()])
          if (items.length > 0) Menu.buildFromTemplate(items).popup()
        }),
      )
    }),
  )
}

export interface Finding {
  /** Opens the bar of the window in front. */
  readonly open: () => void
  /** @param page of the bar that calls */
  readonly barOf: (page: WebContents) => FindBar | undefined
}

/** The bars that find words in a page, one a window. */
export function openFinding(here: string, language: () => Language): Finding {
  const bars = new Map<Electron.BrowserWindow, FindBar>()
  const makeBar = (window: Electron.BrowserWindow): FindBar => {
    const bar = new FindBar({
      window,
      makeView: () =>
        new WebContentsView({ webPreferences: pagePreferences(join(here, '../preload/index.cjs')) }),
      page: () => localPage('find', language()),
    })
    bars.set(window, bar)
    window.once(
      'closed',
      guarded('find bar', () => {
        bars.delete(window)
      }),
    )
    return bar
  }
  return {
    open: () => {
      const window = BrowserWindow.getFocusedWindow()
      if (window !== null) (bars.get(window) ?? makeBar(window)).open()
    },
    barOf: (page) => [...bars.values()].find((bar) => bar.isOf(page)),
  }
}
