export type Params = Readonly<Record<string, string | number>>

export interface ApiReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly code: number
  readonly msg: string | Record<string, unknown>
  readonly time: number
  readonly check: string
  readonly [field: string]: unknown
}

/** A call of api.php as a form, read as JSON. */
export async function callApi(url: string, api: string, app: number, params: Params): Promise<ApiReply> {
  const body = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))
  return readReply(await fetch(`${url}/api.php?api=${api}&app=${app}`, { method: 'POST', body }))
}

export async function readReply(response: Response): Promise<ApiReply> {
  const text = await response.text()
  const json = JSON.parse(text) as Omit<ApiReply, 'status' | 'headers' | 'text'>
  return { ...json, status: response.status, headers: response.headers, text } as ApiReply
}
