import { browserHost } from './browser-host.ts'
import { desktopHost, findShell } from './desktop-host.ts'
import type { Host } from './host-port.ts'

const shell = findShell()

/** Where this page runs: with the desktop's bridge when there is one. */
export const host: Host = shell === undefined ? browserHost : desktopHost(shell)
