import { beforeEach, expect, it } from 'vitest'

import type { ConsoleSource } from './console-source.ts'
import { Attachment } from './attachment.ts'

const office = { id: 'o', name: 'Office', origin: 'https://a.example', fingerprint: 'ab'.repeat(32) }
let log: string[]

class FakeSource implements ConsoleSource {
  readonly name: string
  ready = undefined
  changed = (): void => undefined
  constructor(name: string) {
    this.name = name
  }
  get status(): never {
    return this.name as never
  }
  onChange(listener: () => void): void {
    this.changed = listener
  }
  start(): void {
    log.push(`start ${this.name}`)
  }
  restart(): Promise<void> {
    log.push(`restart ${this.name}`)
    return Promise.resolve()
  }
  shutDown(): Promise<void> {
    log.push(`stop ${this.name}`)
    return Promise.resolve()
  }
}

let attachment: Attachment<FakeSource, FakeSource>
beforeEach(() => {
  log = []
  attachment = new Attachment(
    { openLocal: () => new FakeSource('local'), openRemote: ({ name }) => new FakeSource(name) },
    undefined,
  )
})
const opened = (): void => void log.push('opened')

it('stops the local server while a remote one is shown, and starts it again afterwards', async () => {
  attachment.start()
  await attachment.attach(office, opened)
  expect(attachment.local).toBeUndefined()
  expect(attachment.server).toEqual(office)
  expect(attachment.status).toBe('Office')
  await attachment.attach(undefined, opened)
  expect(attachment.local?.name).toBe('local')
  expect(log).toEqual([
    'start local',
    ...['stop local', 'opened', 'start Office'],
    ...['stop Office', 'opened', 'start local'],
  ])
})

it('does nothing when that server is shown already', async () => {
  await attachment.attach(undefined, opened)
  expect(log).toEqual([])
})

it('makes one switch after another', async () => {
  await Promise.all([attachment.attach(office, opened), attachment.attach(undefined, opened)])
  expect(attachment.server).toBeUndefined()
  expect(log).toEqual(['stop local', 'opened', 'start Office', 'stop Office', 'opened', 'start local'])
})

it('opens nothing when the desktop ends meanwhile', async () => {
  const switched = attachment.attach(office, opened)
  await attachment.shutDown()
  await switched
  expect(log).not.toContain('opened')
  expect(log).not.toContain('start Office')
})

it('reports changes of the server that is shown, and no longer those of the previous one', async () => {
  let told = 0
  attachment.onChange(() => told++)
  const before = attachment.local!
  before.changed()
  expect(told).toBe(1)
  await attachment.attach(office, opened)
  before.changed()
  expect(told).toBe(1)
  attachment.remote!.changed()
  expect(told).toBe(2)
})
