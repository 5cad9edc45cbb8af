import { beforeEach, expect, it } from 'vitest'

import type { ConsoleSource } from './console-source.ts'
import { Attachment } from './attachment.ts'

const office = {
  id: 'o',
  name: 'Office',
  origin: 'https://a.example',
  fingerprint: 'ab'.repeat(32),
  isPublic: false,
  turn: 0,
}
let log: string[]
let isOn: boolean

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
  isOn = true
  attachment = new Attachment(
    {
      local: new FakeSource('local'),
      servesHere: () => isOn,
      openRemote: ({ name }) => new FakeSource(name),
    },
    undefined,
  )
})
const opened = (): void => void log.push('opened')

it('keeps the local server on while a remote one is shown', async () => {
  attachment.start()
  await attachment.attach(office, opened)
  expect(attachment.server).toEqual(office)
  expect(attachment.status).toBe('Office')
  expect(attachment.local.name).toBe('local')
  await attachment.attach(undefined, opened)
  expect(attachment.status).toBe('local')
  expect(log).toEqual(['start local', 'opened', 'start Office', 'stop Office', 'opened'])
})

it('starts no local server that the user switched off', async () => {
  isOn = false
  attachment.start()
  await attachment.attach(office, opened)
  await attachment.attach(undefined, opened)
  expect(log).not.toContain('start local')
})

it('opens the shown server anew when its key changed', async () => {
  await attachment.attach(office, opened)
  const renewed = { ...office, key: 'cd'.repeat(32), turn: 1 }
  await attachment.attach(renewed, opened)
  expect(attachment.server).toEqual(renewed)
  expect(log).toEqual(['opened', 'start Office', 'stop Office', 'opened', 'start Office'])
})

it('does nothing when that server is shown already', async () => {
  await attachment.attach(undefined, opened)
  expect(log).toEqual([])
})

it('makes one switch after another', async () => {
  await Promise.all([attachment.attach(office, opened), attachment.attach(undefined, opened)])
  expect(attachment.server).toBeUndefined()
  expect(log).toEqual(['opened', 'start Office', 'stop Office', 'opened'])
})

it('ends both servers, and opens nothing when it ends meanwhile', async () => {
  await attachment.attach(office, opened)
  const switched = attachment.attach(undefined, opened)
  await attachment.shutDown()
  await switched
  expect(log.toSorted()).toEqual(['opened', 'start Office', 'stop Office', 'stop Office', 'stop local'])
})

it('reports changes of the local server and of the one that is shown, not of the previous one', async () => {
  let told = 0
  attachment.onChange(() => told++)
  attachment.local.changed()
  expect(told).toBe(1)
  await attachment.attach(office, opened)
  const before = attachment.remote!
  expect(told).toBe(2)
  attachment.local.changed()
  before.changed()
  expect(told).toBe(4)
  await attachment.attach(undefined, opened)
  before.changed()
  expect(told).toBe(5)
})
