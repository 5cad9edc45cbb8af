/** Bytes that become text at a time: more are too many arguments of a call. */
const CHUNK = 32_768

/** The content of a file or of a part of it, base64. */
export async function readBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const texts: string[] = []
  for (let at = 0; at < bytes.length; at += CHUNK)
    texts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)))
  return btoa(texts.join(''))
}
