import { host } from '../../host/host.ts'

/**
 * What is sent to whoever is invited. The token stands behind `#`, where no server's log sees it. From the desktop it
 * leads to the public listener: the window's own address is nobody else's.
 */
export async function invitationLink(token: string): Promise<string> {
  const address = await host.findPublicAddress().catch(() => undefined)
  return `${address ?? window.location.origin}/console/#/invitation/${token}`
}
