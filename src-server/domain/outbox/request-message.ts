import type { RequestState } from '../../contract/request-names.ts'
import { showNumber } from '../aftersales/number.ts'
import type { Request } from '../aftersales/request.ts'
import type { Application } from '../application/application.ts'
import type { OutboxMessage } from './message.ts'

type Stage = RequestState | 'reversed'

const TEXTS: Record<Application['language'], Record<Stage | Request['kind'], string>> = {
  zh: {
    unbind: '解绑申请',
    rebind: '换绑申请',
    pending: '已提交，等待审核。如非本人操作，请立即联系客服',
    approved: '已通过',
    rejected: '未通过',
    withdrawn: '已撤回',
    expired: '已过期，未处理',
    reversed: '已撤销，授权恢复到原账号',
  },
  en: {
    unbind: 'Unbind request',
    rebind: 'Rebind request',
    pending: 'was received and waits for review. If this was not you, contact support at once',
    approved: 'was approved',
    rejected: 'was rejected',
    withdrawn: 'was withdrawn',
    expired: 'has expired without an answer',
    reversed: 'was taken back: the old account is authorized again',
  },
}

/** Tells a customer the state of their request, once for each state. */
export function requestMessage(
  application: Pick<Application, 'id' | 'language'>,
  request: Request,
  openId: string,
  now: number,
): OutboxMessage {
  const stage: Stage = request.reversedAt === null ? request.state : 'reversed'
  const texts = TEXTS[application.language]
  const answer = request.answer.trim()
  return {
    key: `request:${request.id}:${stage}`,
    kind: 'messenger',
    purpose: 'request',
    appId: application.id,
    deviceId: request.deviceId,
    operatorId: null,
    openId,
    subject: texts[request.kind],
    text: `${texts[request.kind]} ${showNumber(request.number)} ${texts[stage]}${answer && `\n${answer}`}`,
    createdAt: now,
  }
}
