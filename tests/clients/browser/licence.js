// kmlogon from a page of another origin, as front ends in the field call it. Runs in the browser.
function md5(text) {
  const bytes = [...new TextEncoder().encode(text)]
  const bits = bytes.length * 8
  bytes.push(0x80)
  while (bytes.length % 64 !== 56) bytes.push(0)
  for (let i = 0; i < 8; i++) bytes.push(i < 4 ? (bits >>> (8 * i)) & 255 : 0)
  const turns = [
    [7, 12, 17, 22],
    [5, 9, 14, 20],
    [4, 11, 16, 23],
    [6, 10, 15, 21],
  ]
  let state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  for (let at = 0; at < bytes.length; at += 64) {
    const word = (i) =>
      bytes[at + i * 4] |
      (bytes[at + i * 4 + 1] << 8) |
      (bytes[at + i * 4 + 2] << 16) |
      (bytes[at + i * 4 + 3] << 24)
    let [a, b, c, d] = state
    for (let i = 0; i < 64; i++) {
      const round = i >> 4
      const mix = [(b & c) | (~b & d), (d & b) | (~d & c), b ^ c ^ d, c ^ (b | ~d)][round]
      const place = [i, (5 * i + 1) % 16, (3 * i + 5) % 16, (7 * i) % 16][round]
      const sum = (a + mix + Math.floor(Math.abs(Math.sin(i + 1)) * 4294967296) + word(place)) | 0
      const by = turns[round][i % 4]
      ;[a, d, c, b] = [d, c, b, (b + ((sum << by) | (sum >>> (32 - by)))) | 0]
    }
    state = [state[0] + a, state[1] + b, state[2] + c, state[3] + d]
  }
  return state
    .map((part) => [0, 8, 16, 24].map((by) => ((part >>> by) & 255).toString(16).padStart(2, '0')).join(''))
    .join('')
}

function rc4(key, bytes) {
  const keys = new TextEncoder().encode(key)
  const box = Array.from({ length: 256 }, (_, i) => i)
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + box[i] + keys[i % keys.length]) & 255
    ;[box[i], box[j]] = [box[j], box[i]]
  }
  let i = 0
  let j = 0
  return Uint8Array.from(bytes, (byte) => {
    i = (i + 1) & 255
    j = (j + box[i]) & 255
    ;[box[i], box[j]] = [box[j], box[i]]
    return byte ^ box[(box[i] + box[j]) & 255]
  })
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const unhex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16))
const encode = (text) => new TextEncoder().encode(text)
const decode = (bytes) => new TextDecoder().decode(bytes)

async function openAes(rc4key, text) {
  const key = await crypto.subtle.importKey(
    'raw',
    encode('y' + rc4key.slice(0, 13) + 'gg'),
    'AES-CBC',
    false,
    ['decrypt'],
  )
  return decode(
    await crypto.subtle.decrypt({ name: 'AES-CBC', iv: encode('0102030405060708') }, key, unhex(text)),
  )
}

/** @returns `status code vip ok|forged`, in the format of the other clients */
window.logOn = async ({ base, app, appkey, rc4key, mode, kami, machine, t }) => {
  const line = `kami=${kami}&markcode=${machine}&t=${t}`
  const signed = `${line}&sign=${md5(`${line}&${appkey}`)}`
  const data = { 2: () => btoa(signed), 3: () => hex(rc4(rc4key, encode(signed))) }[mode]?.()
  const pairs = new URLSearchParams(mode === 0 ? signed : { data })
  pairs.append('value', 'js')
  // GET for a plain call, POST for an encrypted one: both cross the origin.
  const init =
    mode === 0 ? {} : { method: 'POST', body: pairs, headers: { 'X-Requested-With': 'XMLHttpRequest' } }
  const response = await fetch(`${base}/api.php?api=kmlogon&app=${app}${mode === 0 ? `&${pairs}` : ''}`, init)
  const body = await response.text()
  const json =
    mode === 0
      ? body
      : mode === 2
        ? decode(Uint8Array.from(atob(body), (char) => char.charCodeAt(0)))
        : mode === 4
          ? await openAes(rc4key, body)
          : decode(rc4(rc4key, unhex(body)))
  const answer = JSON.parse(json)
  const check = md5(`${answer.time}${appkey}js`) === answer.check ? 'ok' : 'forged'
  return `${response.status} ${answer.code} ${answer.msg.vip ?? '-'} ${check}`
}
