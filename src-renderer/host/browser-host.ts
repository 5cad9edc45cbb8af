import type { Host } from './host-port.ts'
import { browserNotices } from './notices.ts'

export const browserHost: Host = {
  kind: 'browser',
  saveFile(name, bytes) {
    const address = URL.createObjectURL(
      new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' }),
    )
    const link = document.createElement('a')
    link.href = address
    link.download = name
    link.click()
    URL.revokeObjectURL(address)
    return Promise.resolve(true)
  },
  openLink(url) {
    window.open(url, '_blank', 'noopener,noreferrer')
    return Promise.resolve()
  },
  showAppearance: () => undefined,
  notices: browserNotices,
}
