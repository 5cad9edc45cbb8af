import { z } from 'zod'
import type { InboundText } from '../../contract/ports.ts'
import { readJsonObject } from '../read-json-object.ts'

/** The relevant members of `im.message.receive_v1`. The SDK merges header and event. */
const received = z.object({
  sender: z.object({
    sender_type: z.literal('user'),
    sender_id: z.object({ open_id: z.string().max(128) }),
  }),
  message: z.object({
    message_id: z.string().min(1).max(128),
    chat_type: z.literal('p2p'),
    message_type: z.literal('text'),
    content: z.string().max(200_000),
  }),
})

/**
 * @returns a person's private message to the bot, or undefined for everything else: groups, pictures, other
 * bots
 */
export function readEvent(event: unknown): InboundText | undefined {
  const read = received.safeParse(event)
  if (!read.success) return undefined
  const { sender, message } = read.data
  const text = readText(message.content)
  if (text === undefined) return undefined
  return { messageId: message.message_id, openId: sender.sender_id.open_id, text }
}

/** Reads the text in `{"text": "…"}`. */
function readText(content: string): string | undefined {
  const text = readJsonObject(content)?.['text']
  return typeof text === 'string' ? text : undefined
}
