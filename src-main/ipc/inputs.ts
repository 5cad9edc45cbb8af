import { z } from 'zod'

import type { ShellCall } from '../contract/channels.ts'
import type { ShellApi } from '../contract/shell.ts'
import { proxyChoice, savedServer, sha256 } from '../settings/shell-settings.ts'

const nothing = z.undefined()
/** A screen of the console, as a part of its address. */
const screen = z.string().regex(/^#\/[\w/-]{1,100}$/)
/** No folders, no characters that Windows refuses, and no hidden file. */
const fileName = z.string().regex(/^(?!\.)[^\\/:*?"<>|\p{Cc}]{1,120}$/u)

/** The shapes that the main process checks, whatever the page's types promise. */
export const shellInputs: { readonly [Call in ShellCall]: z.ZodType<ShellApi[Call]['input']> } = {
  'server.status': nothing,
  'server.restart': nothing,
  'server.log': nothing,
  'server.free_port': nothing,
  'server.move_port': z.int().min(1).max(65_535),
  'logs.open': nothing,
  'servers.list': nothing,
  'servers.look': z.string().min(1).max(300),
  'servers.add': z.strictObject(savedServer.omit({ id: true, turn: true }).shape).extend({
    key: sha256,
    isPublic: z.boolean(),
  }),
  'servers.remove': z.uuid(),
  'servers.attach': z.uuid().nullable(),
  'preferences.get': nothing,
  'preferences.set': z.strictObject({
    startAtLogin: z.boolean(),
    servesHere: z.boolean(),
    keepAwake: z.boolean(),
    proxy: proxyChoice,
  }),
  'preferences.open': z
    .url({ protocol: /^https$/ })
    .max(300)
    .optional(),
  'data.show': nothing,
  'data.open': nothing,
  'data.choose': nothing,
  'appearance.set': z.strictObject({
    language: z.enum(['en', 'zh']),
    theme: z.enum(['system', 'light', 'dark']),
  }),
  'alarm.show': z.strictObject({
    title: z.string().min(1).max(200),
    body: z.string().max(500),
    screen,
  }),
  'board.open': nothing,
  'screen.show': screen,
  'page.reload': nothing,
  'page.pdf': fileName,
  'find.search': z.strictObject({ text: z.string().max(200), forward: z.boolean(), next: z.boolean() }),
  'find.close': nothing,
  'file.save': z.strictObject({
    name: fileName,
    bytes: z.instanceof(Uint8Array),
  }),
  'link.open': z.url({ protocol: /^https$/ }).max(2_000),
}
