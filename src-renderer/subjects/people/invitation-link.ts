import { host } from '../../host/host.ts'

/**
 * What is sent to whoever is invited. The token stands behind `#`, where no server's log sees it. From the desktop it
 * leads to the public listener: the window's own address is nobody else's.
 */
export function invitationLink(token: string, publicUrl: string): string {
  const address = host.kind === 'desktop' ? publicUrl : window.location.origin
  return `${address}/console/#/invitation/${token}`
}
