"""kmlogon as Python programs call it. The openssl command does RSA and AES."""
import base64
import hashlib
import json
import subprocess
import sys
import urllib.parse
import urllib.request

port, app, appkey, rc4key, mode, kami, machine, t = sys.argv[1:9]
public_key = sys.argv[9] if len(sys.argv) > 9 else ''
charset = 'gbk' if mode == '1' else 'utf-8'


def md5(text):
    return hashlib.md5(text.encode(charset)).hexdigest()


def rc4(key, text):
    box, j, out = list(range(256)), 0, bytearray()
    for i in range(256):
        j = (j + box[i] + key[i % len(key)]) % 256
        box[i], box[j] = box[j], box[i]
    i = j = 0
    for byte in text:
        i = (i + 1) % 256
        j = (j + box[i]) % 256
        box[i], box[j] = box[j], box[i]
        out.append(byte ^ box[(box[i] + box[j]) % 256])
    return bytes(out)


def openssl(*arguments, given):
    return subprocess.run(['openssl', *arguments], input=given, stdout=subprocess.PIPE, check=True).stdout


def rsa(text):
    blocks = [text[at:at + 117] for at in range(0, len(text), 117)]
    return b''.join(openssl('pkeyutl', '-encrypt', '-pubin', '-inkey', public_key, given=block) for block in blocks)


def seal(text):
    raw = text.encode(charset)
    if mode == '2':
        return base64.b64encode(raw).decode()
    if mode == '4':
        return base64.b64encode(rsa(raw)).decode()
    return rc4(rc4key.encode(charset), raw).hex()


def unseal(text):
    if mode == '2':
        return base64.b64decode(text).decode()
    if mode == '4':
        key = ('y' + rc4key[:13] + 'gg').encode().hex()
        given = bytes.fromhex(text)
        return openssl('enc', '-d', '-aes-128-cbc', '-K', key, '-iv', b'0102030405060708'.hex(), given=given).decode()
    return rc4(rc4key.encode(charset), bytes.fromhex(text)).decode(charset)


pairs = [('kami', kami), ('markcode', machine), ('t', t)]
line = '&'.join(f'{name}={value}' for name, value in pairs)
pairs.append(('sign', md5(f'{line}&{appkey}')))
inside = '&'.join(f'{name}={value}' for name, value in pairs)
fields = pairs if mode == '0' else [('data', seal(inside))]
query = urllib.parse.urlencode([('api', 'kmlogon'), ('app', app), *fields, ('value', 'py 1.5E3')])
with urllib.request.urlopen(f'http://127.0.0.1:{port}/api.php?{query}') as reply:
    body = reply.read().decode()
    status = reply.status
answer = json.loads(body if mode == '0' else unseal(body))
verified = answer['check'] == hashlib.md5(f"{answer['time']}{appkey}py 1.5E3".encode()).hexdigest()
vip = answer['msg']['vip'] if answer['code'] == 200 else '-'
print(status, answer['code'], vip, 'ok' if verified else 'forged')
