import type { LANGUAGES } from '../../contract/records/application.ts'
import type { Authorization } from '../../domain/device/authorization.ts'
import type { Device } from '../../domain/device/device.ts'
import { messageOf, textOf } from '../../wire/messages.ts'
import { AUTHORIZATION_CODES } from './mt5-identity.ts'

/** The text of an MT5 reply: `success`, the reason why the account was disabled, or the code's own text. */
export function mt5Message(
  authorization: Authorization,
  device: Device | undefined,
  language: (typeof LANGUAGES)[number],
): string {
  switch (authorization) {
    case 'authorized':
      return 'success'
    case 'disabled':
      return device?.disableReason || messageOf(AUTHORIZATION_CODES.disabled, language)
    case 'expired':
      return textOf('deviceEnded', language)
    default:
      return messageOf(AUTHORIZATION_CODES[authorization], language)
  }
}
