"""Login with an authorization code: python pulsekey.py CODE MACHINE"""
import hashlib
import json
import secrets
import sys
import time
import urllib.parse
import urllib.request

# The vendor may change the values below. 以下设置可以修改。
ADDRESS = "{{address}}"  # your server
APPID = "{{app}}"
APPKEY = "{{appkey}}"
RC4KEY = "{{rc4key}}"
VERSION = "{{version}}"
RC4 = "{{mode}}" == 3


def md5(text):
    return hashlib.md5(text.encode()).hexdigest()


def rc4(data):
    key, s, j = RC4KEY.encode(), list(range(256)), 0
    for i in range(256):
        j = (j + s[i] + key[i % len(key)]) & 255
        s[i], s[j] = s[j], s[i]
    i = j = 0
    out = bytearray()
    for byte in data:
        i = (i + 1) & 255
        j = (j + s[i]) & 255
        s[i], s[j] = s[j], s[i]
        out.append(byte ^ s[(s[i] + s[j]) & 255])
    return bytes(out)


def call(api, **params):
    """Signs over the pairs in their order; checks that the reply is the server's."""
    params["t"] = str(int(time.time()))
    text = "".join(f"{name}={value}&" for name, value in params.items())
    sign, value = md5(text + APPKEY), secrets.token_hex(8)
    if RC4:
        form = {"data": rc4(f"{text}sign={sign}".encode()).hex()}
    else:
        form = {**params, "sign": sign}
    body = urllib.parse.urlencode({**form, "value": value}).encode()
    with urllib.request.urlopen(f"{ADDRESS}/api.php?api={api}&app={APPID}", body, 15) as response:
        reply = response.read()
    answer = json.loads(rc4(bytes.fromhex(reply.decode())) if RC4 else reply)
    if answer["check"] != md5(f"{answer['time']}{APPKEY}{value}"):
        raise ValueError("the reply is not from the server")
    return answer


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python pulsekey.py CODE MACHINE")
    reply = call("kmlogon", kami=sys.argv[1], markcode=sys.argv[2])
    if reply["code"] != 200:
        sys.exit(f"refused: {reply['code']} {reply['msg']}")
    print("licensed until", reply["msg"]["vip"])
