/** The common parts of the shell's own pages. No packages, because each page is one classic script. */
import type { ShellBridge } from '../contract/shell.ts'
import type { Language } from '../language.ts'

declare global {
  interface Window {
    readonly shell: ShellBridge
  }
}

export function requireElement<Kind extends HTMLElement>(id: string, Kind: new () => Kind): Kind {
  const element = document.getElementById(id)
  if (!(element instanceof Kind)) throw new Error(`no #${id}`)
  return element
}

export function pageLanguage(): Language {
  const language = new URLSearchParams(location.search).get('lang') === 'zh' ? 'zh' : 'en'
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  return language
}

/**
 * Sets a text only when it changes. Otherwise a screen reader would read it again, and a selection would be
 * lost.
 */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
