import { describe, expect, it } from 'vitest'
import { LiveChannel, type LiveSink } from './live-channel.ts'

class Sink implements LiveSink {
  readonly chunks: string[] = []
  waiting = 0
  send(chunk: string): void {
    this.chunks.push(chunk)
  }
  backlog(): number {
    return this.waiting
  }
  /** Event names and data, without ids. */
  get events(): string[] {
    return this.chunks.map((chunk) =>
      chunk
        .replace(/^id: .*\n/, '')
        .replace('event: ', '')
        .replace('\ndata: ', ' ')
        .trim(),
    )
  }
  get lastId(): string | undefined {
    return this.chunks
      .map((chunk) => /^id: (.*)$/m.exec(chunk)?.[1])
      .filter((id) => id !== undefined)
      .at(-1)
  }
}

function subscribe(channel: LiveChannel, lastEventId?: string): Sink {
  const sink = new Sink()
  channel.subscribe(sink, lastEventId)
  return sink
}

describe('LiveChannel', () => {
  it('sends hello with an id, then numbered events', () => {
    const channel = new LiveChannel('e')
    const sink = subscribe(channel)
    channel.publish('job', '{"a":1}')
    expect(sink.chunks).toEqual([
      'id: e-0\nevent: hello\ndata: {}\n\n',
      'id: e-1\nevent: job\ndata: {"a":1}\n\n',
    ])
  })

  it('continues where a client was, without loss or repetition', () => {
    const channel = new LiveChannel('e')
    const first = subscribe(channel)
    channel.publish('job', '1')
    channel.unsubscribe(first)
    channel.publish('job', '2')
    channel.publish('job', '3')
    const back = subscribe(channel, first.lastId)
    channel.publish('job', '4')
    expect(back.events).toEqual(['job 2', 'job 3', 'job 4'])
    expect(first.events).toEqual(['hello {}', 'job 1'])
  })

  it('continues from the hello when no event was sent yet', () => {
    const channel = new LiveChannel('e')
    const { lastId } = subscribe(channel)
    channel.publish('job', '1')
    expect(subscribe(channel, lastId).events).toEqual(['job 1'])
  })

  it('sends nothing to a client that missed nothing', () => {
    const channel = new LiveChannel('e')
    channel.publish('job', '1')
    expect(subscribe(channel, 'e-1').chunks).toEqual([])
  })

  it.each([
    '',
    'e',
    'e-',
    'e-x',
    'f-1',
    'e-3',
    'e--1',
    'e-1.5',
    'e-99999999999999999999',
    '-1',
    'x'.repeat(5000),
  ])('resets a client that returns with %j', (id) => {
    const channel = new LiveChannel('e')
    channel.publish('job', '1')
    channel.publish('job', '2')
    const sink = subscribe(channel, id)
    expect(sink.events).toEqual(['reset {}'])
    expect(sink.lastId).toBe('e-2')
    channel.publish('job', '3')
    expect(sink.events).toEqual(['reset {}', 'job 3'])
  })

  it('resets a client whose place is no longer kept', () => {
    const channel = new LiveChannel('e')
    const megabyte = `"${'x'.repeat(1024 * 1024)}"`
    for (let i = 0; i < 6; i++) channel.publish('job', megabyte)
    expect(subscribe(channel, 'e-1').events).toEqual(['reset {}'])
    expect(subscribe(channel, 'e-3').events).toHaveLength(3)
    expect(subscribe(channel, 'e-5').events).toHaveLength(1)
  })

  it('spares a slow client, and resets it after it caught up', () => {
    const channel = new LiveChannel('e')
    const [slow, quick] = [subscribe(channel), subscribe(channel)]
    slow.waiting = 5 * 1024 * 1024
    channel.publish('job', '1')
    slow.waiting = 100
    channel.publish('job', '2')
    channel.broadcast('server', '{}')
    slow.waiting = 0
    channel.publish('job', '3')
    channel.publish('job', '4')
    expect(slow.events).toEqual(['hello {}', 'reset {}', 'job 4'])
    expect(quick.events).toEqual(['hello {}', 'job 1', 'job 2', 'server {}', 'job 3', 'job 4'])
  })

  it('broadcasts without a number, so no client continues from a broadcast', () => {
    const channel = new LiveChannel('e')
    const sink = subscribe(channel)
    channel.broadcast('server', '{"calls":1}')
    expect(sink.chunks.at(-1)).toBe('event: server\ndata: {"calls":1}\n\n')
    expect(subscribe(channel, sink.lastId).chunks).toEqual([])
  })
})
