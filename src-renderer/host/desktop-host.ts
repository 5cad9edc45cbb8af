import type { Host } from './host-port.ts'

type ShellResult = { ok: true; value: unknown } | { ok: false; error: string }

/** The preload script's bridge. */
export interface Shell {
  invoke(name: string, input: unknown): Promise<ShellResult>
}

declare global {
  interface Window {
    readonly shell?: Shell
  }
}

export function findShell(): Shell | undefined {
  return window.shell
}

async function invoke(shell: Shell, name: string, input: unknown): Promise<unknown> {
  const result = await shell.invoke(name, input)
  if (!result.ok) throw new Error(result.error)
  return result.value
}

export function desktopHost(shell: Shell): Host {
  return {
    kind: 'desktop',
    async saveFile(name, bytes) {
      return (await invoke(shell, 'file.save', { name, bytes })) !== false
    },
    async savePdf(name) {
      return (await invoke(shell, 'page.pdf', name)) !== false
    },
    async openLink(url) {
      await invoke(shell, 'link.open', url)
    },
    showAppearance({ language, theme }) {
      // An older desktop does not know the call, and nothing depends on it.
      shell
        .invoke('appearance.set', { language: language === 'en' ? 'en' : 'zh', theme })
        .catch(() => undefined)
    },
    notices: {
      // The system asks the person, or nobody does.
      state: () => 'granted',
      ask: () => Promise.resolve('granted'),
      show({ title, body, isUpdate, screen }) {
        if (isUpdate) return
        // The desktop refuses it for its own server, whose risks it announces itself: also while no window is open.
        shell
          .invoke('alarm.show', { title: title.slice(0, 200), body: body.slice(0, 500), screen })
          .catch(() => undefined)
      },
    },
    async openBoard() {
      await invoke(shell, 'board.open', undefined)
    },
    async showScreen(screen) {
      await invoke(shell, 'screen.show', screen)
    },
    async openDesktopSettings(address) {
      await invoke(shell, 'preferences.open', address)
    },
  }
}
