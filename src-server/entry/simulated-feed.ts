import type { ServiceContext } from '../services/service-context.ts'
import type { Areas } from './create-areas.ts'

/** Reads again everything that this copy remembers of the store, until the feed names the records. */
export function rereadAll(context: ServiceContext, areas: Areas, loaded: Promise<unknown>): void {
  context.copy.feed.hear(() => {
    reread(context, areas, loaded).catch((error: unknown) => {
      context.log.error('feed.follow', error)
    })
  })
}

async function reread(context: ServiceContext, { platform }: Areas, loaded: Promise<unknown>): Promise<void> {
  const { registry, bans, agentTree, agentRights, devices, store } = context
  const apps = await store.read((unit) => unit.applications.all())
  for (const one of apps) {
    const { apiTotal: _, ...rest } = one
    const { apiTotal: __, ...has } = registry.find(one.id)?.settings ?? { apiTotal: 0 }
    if (JSON.stringify(has) !== JSON.stringify(rest)) registry.put(one)
  }
  for (const hosted of [...registry.all()])
    if (!apps.some(({ id }) => id === hosted.settings.id)) {
      registry.remove(hosted.settings.id)
      devices.removeApplication(hosted.settings.id)
    }
  await store.read(async (unit) => {
    for (const [api, status] of await unit.capabilities.states()) registry.putApi(api, status)
    for (const { appId, api, ...grant } of await unit.capabilities.grants())
      registry.putGrant(appId, api, grant)
  })
  await bans.load(store)
  await agentTree.load(store)
  await agentRights.load(store)
  await loaded
  const rows = await store.read((unit) => unit.devices.after(0, 100_000))
  for (const row of rows)
    if (JSON.stringify(devices.get(row.id)?.device) !== JSON.stringify(row)) devices.putDevice(row)
  const ids = new Set(rows.map(({ id }) => id))
  for (const { device } of [...devices.all()]) if (!ids.has(device.id)) devices.removeDevice(device.id)
  for (const command of await store.read((unit) => unit.commands.newest(0, Number.MAX_SAFE_INTEGER)))
    if (JSON.stringify(devices.get(command.deviceId)?.command) !== JSON.stringify(command))
      devices.putCommand(command)
  await platform.platformSettings.load()
}
