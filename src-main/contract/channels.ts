/** No packages here, because the preload script is bundled from this. */

export const SHELL_CHANNEL = 'shell'

/** Every call that a page may make to the desktop shell. */
export const SHELL_CALLS = [
  'server.status',
  'server.restart',
  'server.log',
  'server.free_port',
  'server.move_port',
  'logs.open',
  'servers.list',
  'servers.look',
  'servers.add',
  'servers.remove',
  'servers.attach',
  'preferences.get',
  'preferences.set',
  'preferences.open',
  'data.show',
  'data.open',
  'data.choose',
  'appearance.set',
  'alarm.show',
  'board.open',
  'screen.show',
  'page.reload',
  'page.pdf',
  'find.search',
  'find.close',
  'file.save',
  'link.open',
] as const
export type ShellCall = (typeof SHELL_CALLS)[number]
