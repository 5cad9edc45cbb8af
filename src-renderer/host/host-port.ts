import type { Notices } from './notices.ts'

export interface Appearance {
  readonly language: 'en' | 'zh-CN'
  readonly theme: 'system' | 'light' | 'dark'
}

/** The functions of the environment: the desktop window or a browser. */
export interface Host {
  readonly kind: 'desktop' | 'browser'
  /** @returns false when the person cancelled */
  saveFile(name: string, bytes: Uint8Array): Promise<boolean>
  /** Saves the page as it is printed, as a PDF. Undefined in a browser, whose print dialog does that. */
  readonly savePdf?: (name: string) => Promise<boolean>
  openLink(url: string): Promise<void>
  /** Tells the desktop what the person chose, so that its menus and boxes follow. */
  showAppearance(appearance: Appearance): void
  /** Messages of the system about new high risks. */
  readonly notices: Notices
  /** The small board in a window of the desktop, above all others. Undefined in a browser. */
  readonly openBoard?: () => Promise<void>
  /** Shows a screen such as `#/live/5` in the window that the person works in. Undefined in a browser. */
  readonly showScreen?: (screen: string) => Promise<void>
  /** Opens the desktop's own settings, with the address of a server to add. Undefined in a browser. */
  readonly openDesktopSettings?: (address?: string) => Promise<void>
}
