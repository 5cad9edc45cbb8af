import type { MenuItemConstructorOptions } from 'electron'
import type { ServerStatus } from '../contract/shell.ts'
import type { Language } from '../language.ts'
import { CLOSE_ALL, PAUSE_ALL, RISKS } from '../window/console-address.ts'
import type { TrayTexts } from './tray.texts.ts'

/** The state for the tray. */
export interface TrayView {
  readonly language: Language
  /** Of this machine's own server. */
  readonly status: ServerStatus
  /** Of the remote server that the windows show. Undefined while they show this machine's own. */
  readonly shown: ServerStatus | undefined
  /** The numbers of live accounts and high risks. Undefined while the server doesn't run. */
  readonly figures: { readonly live: number; readonly risks: number } | undefined
  readonly startsAtLogin: boolean
  readonly isDark: boolean
}

export interface TrayActions {
  readonly copy: (text: string) => void
  /** Brings the window to the front. @param screen of the console */
  readonly open: (screen?: string) => void
  /** Opens the small board. */
  readonly board: () => void
  readonly startAtLogin: (on: boolean) => void
  /** Reads whether it starts at login. The menu calls this when it opens. */
  readonly startsAtLogin: () => boolean
  readonly quit: () => void
}

/** The item that shows whether the desktop starts when the user signs in. */
export const AT_LOGIN = 'at-login'

export function stateLine({ state, remote }: ServerStatus, texts: TrayTexts): string {
  if (remote === null) return texts[state]
  return state === 'waiting' ? texts.unreachable(remote) : texts.attached(remote)
}

/**
 * The text beside the icon. The number of live accounts is here and not in the menu: it changes every few
 * seconds, and a new menu closes the open one under the hand.
 */
export function toolTip({ status, figures }: TrayView, texts: TrayTexts): string {
  const live = figures === undefined ? [] : [texts.live(figures.live)]
  return ['Pulsekey', stateLine(status, texts), ...live].join(' · ')
}

/** Everything that the menu shows. */
export function trayMenu(
  { status, shown, figures, startsAtLogin }: TrayView,
  texts: TrayTexts,
  actions: TrayActions,
): MenuItemConstructorOptions[] {
  const { publicUrl } = status
  const isShown = (shown ?? status).state === 'running'
  const items: MenuItemConstructorOptions[] = [{ label: stateLine(status, texts), enabled: false }]
  if (shown !== undefined) items.push({ label: stateLine(shown, texts), enabled: false })
  if (publicUrl !== null) {
    const copy = (): void => {
      actions.copy(publicUrl)
    }
    items.push({ label: texts.copyAddress(publicUrl, status.publicReach ?? 'public'), click: copy })
  }
  if (figures !== undefined && figures.risks > 0) {
    const look = (): void => {
      actions.open(RISKS)
    }
    items.push({ label: texts.risks(figures.risks), click: look })
  }
  return [
    ...items,
    { type: 'separator' },
    {
      label: texts.open,
      click: () => {
        actions.open()
      },
    },
    {
      label: texts.board,
      enabled: isShown,
      click: () => {
        actions.board()
      },
    },
    {
      label: texts.pauseAll,
      enabled: isShown,
      click: () => {
        actions.open(PAUSE_ALL)
      },
    },
    {
      label: texts.closeAll,
      enabled: isShown,
      click: () => {
        actions.open(CLOSE_ALL)
      },
    },
    { type: 'separator' },
    {
      id: AT_LOGIN,
      label: texts.startAtLogin,
      type: 'checkbox',
      checked: startsAtLogin,
      click: ({ checked }) => {
        actions.startAtLogin(checked)
      },
    },
    { label: texts.quit, click: actions.quit },
  ]
}
