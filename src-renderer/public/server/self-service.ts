import type { SelfService, SelfServiceAction } from '../../../src-server/contract/self-service.ts'
import { messages } from '../messages.ts'
import { notReached, readReply, type Reply } from './reply.ts'

function addressOf(act: SelfServiceAction, more = ''): string {
  const lang = messages.global.locale.value === 'en' ? 'en' : 'zh'
  return `ajax.php?act=${act}&lang=${lang}${more}`
}

/** One form, POSTed without any data of the person's session. @throws Refused */
export async function post(address: string, parameters: Readonly<Record<string, string>>): Promise<Reply> {
  let body: unknown
  try {
    const response = await fetch(address, {
      method: 'POST',
      credentials: 'omit',
      body: new URLSearchParams(parameters),
    })
    body = await response.json()
  } catch {
    throw notReached()
  }
  return readReply(body)
}

/**
 * Calls a public action (contract/self-service.ts). Empty parameters aren't sent. The answer has the
 * contract's shape, because server and page are one build.
 * @throws Refused for every code but 200
 */
export async function ask<A extends SelfServiceAction>(
  act: A,
  parameters: Readonly<Record<string, string>> = {},
): Promise<SelfService[A]> {
  const given = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''))
  const { msg } = await post(addressOf(act), given)
  // The one place where the wire becomes the contract.
  return msg as SelfService[A]
}

/** Uploads a picture for an open request. @param tell gets the sent part, 0 to 1 @throws Refused */
export function sendPicture(
  number: string,
  file: Blob,
  tell: (part: number) => void,
): Promise<SelfService['image_workorder']> {
  const call = new XMLHttpRequest()
  call.open('POST', addressOf('image_workorder', `&request=${encodeURIComponent(number)}`))
  call.responseType = 'json'
  call.upload.addEventListener('progress', ({ loaded, total }) => {
    tell(total === 0 ? 0 : loaded / total)
  })
  return new Promise((resolve, reject) => {
    call.addEventListener('load', () => {
      try {
        resolve(readReply(call.response)['msg'] as SelfService['image_workorder'])
      } catch (error) {
        reject(error instanceof Error ? error : notReached())
      }
    })
    for (const failure of ['error', 'abort', 'timeout'] as const)
      call.addEventListener(failure, () => {
        reject(notReached())
      })
    call.send(file)
  })
}
