import { describe, expect, it } from 'vitest'
import { readEvent } from './read-event.ts'

const sender = { sender_id: { open_id: 'ou_1', union_id: 'on_1' }, sender_type: 'user' }
const message = { message_id: 'om_1', chat_type: 'p2p', message_type: 'text', content: '{"text":"绑定 X"}' }

describe('readEvent', () => {
  it("reads a person's private message to the bot", () => {
    expect(readEvent({ event_type: 'im.message.receive_v1', sender, message })).toEqual({
      messageId: 'om_1',
      openId: 'ou_1',
      text: '绑定 X',
    })
  })

  it.each([
    ["a group's message", { message: { ...message, chat_type: 'group' } }],
    ["another bot's message", { sender: { ...sender, sender_type: 'app' } }],
    ['a picture', { message: { ...message, message_type: 'image', content: '{"image_key":"x"}' } }],
    ['without a sender', { sender: { sender_type: 'user' } }],
    ['without an id', { message: { ...message, message_id: '' } }],
    ['with a text that is no string', { message: { ...message, content: '{"text":5}' } }],
    ['with content that is no JSON', { message: { ...message, content: 'bind' } }],
    ['with content that is null', { message: { ...message, content: 'null' } }],
    ['too long', { message: { ...message, content: `{"text":"${'x'.repeat(200_000)}"}` } }],
  ])('ignores an event: %s', (_, change) => {
    expect(readEvent({ sender, message, ...change })).toBeUndefined()
  })

  it.each([undefined, null, 'text', [], {}])('ignores %j', (event) => {
    expect(readEvent(event)).toBeUndefined()
  })
})
