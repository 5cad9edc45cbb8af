import type { ProviderStub, StubAnswer, StubRequest } from './provider-stub.ts'

export const DNSPOD_TOKEN = { id: '13490', secret: '6b5976c68aba5b14a0558b77c17c3932' }

/** DNSPod's API: forms by POST, and codes in the body of an answer with status 200. */
export function answerDnspod(stub: ProviderStub, { method, url, headers, body }: StubRequest): StubAnswer {
  const action = url.pathname.slice(1)
  stub.calls.push(action)
  const form = new URLSearchParams(body)
  if (method !== 'POST') return code('-4', 'POST only')
  // "UserAgent 必须包含程序的英文名称、版本和联系邮箱"
  if (!/^[A-Za-z ]+\/[\d.]+ ?\(\S+@\S+\)$/.test(headers['user-agent'] ?? ''))
    return code('-99', 'No UserAgent')
  if (form.get('login_token') !== `${DNSPOD_TOKEN.id},${DNSPOD_TOKEN.secret}`)
    return code('-1', 'Login failed')
  if (form.get('format') !== 'json') return { status: 200, body: '<?xml version="1.0"?>' }
  if (form.get('domain') !== stub.zone.domain) return code('8', 'You do not own this domain')
  return answerAction(stub, action, form)
}

function answerAction(stub: ProviderStub, action: string, form: URLSearchParams): StubAnswer {
  const { zone } = stub
  const host = form.get('sub_domain') ?? '@'
  const name = host === '@' ? zone.domain : `${host}.${zone.domain}`
  const type = form.get('record_type')
  switch (action) {
    case 'Domain.Info':
      return code('1', 'Action completed successful', { domain: { id: '2317346', name: zone.domain } })
    case 'Record.List': {
      const found = zone.find(type, name)
      if (found.length === 0) return code('10', 'No records')
      const records = found.map(({ id, value }) => ({ id, name: host, type, value, line: '默认' }))
      return code('1', 'Action completed successful', { records })
    }
    case 'Record.Create': {
      if (form.get('record_line') !== '默认') return code('26', 'Record line invalid')
      const record = zone.add(type ?? '', name, form.get('value') ?? '')
      return record === undefined ? code('104', 'Record already exists') : code('1', 'ok', { record })
    }
    case 'Record.Modify': {
      const record = zone.byId(form.get('record_id'))
      if (record?.type !== type || record.name !== name || form.get('record_line') !== '默认')
        return code('6', 'Wrong parameters')
      record.value = form.get('value') ?? ''
      return code('1', 'ok')
    }
    case 'Record.Remove':
      return zone.remove(form.get('record_id')) ? code('1', 'ok') : code('8', 'Record id invalid')
    default:
      return code('-3', 'Unknown action')
  }
}

const code = (number: string, message: string, more: object = {}): StubAnswer => ({
  status: 200,
  body: { status: { code: number, message }, ...more },
})
