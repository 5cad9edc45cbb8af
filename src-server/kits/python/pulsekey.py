"""The licence of a program: sample.py shows its use. 程序授权，用法见 sample.py。Python 3.8+."""
import base64
import hashlib
import hmac
import http.client
import json
import logging
import os
import random
import re
import secrets
import subprocess
import sys
import threading
import time
import unicodedata
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Dict, Mapping, NamedTuple, Optional

import ed25519

# You may change these. 以下各项可以修改。
ADDRESS = "{{address}}"  # the server, without a slash at the end 服务器地址，末尾不带斜杠
APP = "{{app}}"
APPKEY = "{{appkey}}"
RC4KEY = "{{rc4key}}"
VERSION = "{{version}}"  # of this program 本程序的版本
MODE = "{{mode}}"  # 0 plain 明文, 3 RC4-2
GRACE_HOURS = "{{grace_hours}}"  # without an answer the last good one counts so long 无应答时沿用上次授权的小时数
ANSWER_KEY = "{{answer_key}}"  # verifies answers; empty: not signed 验证应答签名的公钥，空为不签名
ANSWER_KEY_NEXT = "{{answer_key_next}}"

LOG = logging.getLogger("pulsekey")
WAITING, LICENSED, GRACE, REFUSED, UPDATE = "waiting", "licensed", "grace", "refused", "update"
RECHECK = 600.0  # seconds between two checks 两次验证的间隔秒数
FOREVER = 4102243200
ONE_USE = 3600  # a use of a code that counts uses lasts an hour 次数卡每次可用一小时
OWN_CLOCK = (105, 108)
TRANSIENT = (105, 108, 170, 171, 429)
TOO_OFTEN = ("请求频率过快", "Too many requests, please wait")


class State(NamedTuple):
    """What the program knows of its licence. 当前授权状态。"""

    name: str
    code: int = 0  # of the server; 0 without an answer 服务器状态码，0为无应答
    text: str = ""  # for people 给用户看的文字
    end: int = 0  # Unix seconds; FOREVER is permanent 到期时间


class Answer(NamedTuple):
    code: int
    text: str
    fields: Dict[str, Any]
    time: int


class NoAnswer(Exception):
    """The server cannot be reached, or the answer is not its own. 无法连接，或应答不可信。"""


class Busy(NoAnswer):
    """The server asks for patience. 服务器要求稍后再试。"""


class Pulsekey:
    """One code on one machine. Every method may be called from any thread. 一个卡密与一台机器，线程安全。"""

    def __init__(
        self,
        kami: str,
        machine: Optional[str] = None,
        folder: Optional[str] = None,
        on_change: Optional[Callable[[State], None]] = None,
    ) -> None:
        self.newest: Dict[str, Any] = {}  # of ini: version, version_info, app_update_url … 最新版本信息
        self.kami = trim(kami)
        self.machine = machine_code() if machine is None else machine
        self._folder = folder or os.path.join(os.path.expanduser("~"), ".pulsekey")
        self._on_change = on_change
        self._asking = threading.Lock()  # held while the network is used 联网期间持有
        self._guard = threading.RLock()  # held for moments only 只短暂持有
        self._wake = threading.Event()
        self._stopped = False
        self._thread: Optional[threading.Thread] = None
        self._turns = 0
        self._failures = 0
        self._skew = 0.0
        self._versions_read = False
        self._state = State(WAITING)
        self._kept = self._read()

    # --- what a program uses 供程序调用 ---

    def start(self) -> None:
        """Asks in the background from now on. It never waits and never fails. 后台开始验证，不阻塞，不报错。"""
        with self._guard:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="pulsekey", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        self._stopped = True
        self._wake.set()

    @property
    def allowed(self) -> bool:
        """Whether the program may run now. 程序现在是否可以运行。"""
        return self.state.name in (LICENSED, GRACE)

    @property
    def state(self) -> State:
        with self._guard:
            state = self._state
            if state.name in (LICENSED, GRACE) and not self._counts(state.name == GRACE):
                if state.name == LICENSED:
                    self._wake.set()  # its end, or a corrected clock: asks at once 到期或时钟被校正，立即再问
                return State(WAITING, 0, "The licence has to be confirmed / 授权需要重新确认", state.end)
            return state

    def check(self) -> State:
        """Asks once, now, and waits for it. 立即验证一次并等待结果。"""
        turns = self._turns
        changed = False
        with self._asking:
            if self._turns == turns:  # else another thread has just asked 其他线程刚刚验证过
                changed = self._settle(self._ask_or_wait())
                self._turns += 1
        if changed and self._on_change is not None:
            self._on_change(self._state)
        return self.state

    def unbind(self) -> State:
        """Frees the code from this machine and stops. code is 200 when done. 解绑本机并停止，code 为200即成功。"""
        with self._asking:
            try:
                answer = self.call("kmunmachine", {"kami": self.kami, "markcode": self.machine})
            except NoAnswer as reason:
                return State(self._state.name, 0, str(reason))
            if answer.code == 200:
                self.stop()  # the next check would bind the code again 再次验证会重新绑定
                self._forget()
                self._settle(State(REFUSED, 0, answer.text))
            return State(self._state.name, answer.code, answer.text)

    def notice(self) -> str:
        """The announcement; empty without an answer. 公告，无应答时为空。"""
        try:
            answer = self.call("notice", {})
        except NoAnswer:
            return ""
        return str(answer.fields.get("app_gg", "")) if answer.code == 200 else ""

    @property
    def update(self) -> str:
        """The newest version, if this program is older; else empty. 有新版本时为版本号，否则为空。"""
        newest = str(self.newest.get("version", ""))
        return newest if is_newer(newest, VERSION) else ""

    def pause(self) -> float:
        """Seconds until the next check: 5 s after a failure, doubling, at most 5 min. 距下次验证的秒数。"""
        uneven = random.uniform(0.8, 1.2)
        if self._failures > 0:
            return min(5.0 * 2.0 ** min(self._failures - 1, 10), 300.0) * uneven
        with self._guard:
            if self._state.name != LICENSED:
                return RECHECK * uneven
            left = max(1.0, self._state.end - self._server_time())
            # Another check would take another use. 再次验证会再扣一次，所以等到期。
            if self._kept["end"] - self._kept["given"] == ONE_USE:
                return left
            return min(RECHECK * uneven, left)

    # --- one check 一次验证 ---

    def now(self) -> float:
        return time.time()

    def _run(self) -> None:
        while True:
            self._wake.clear()
            if self._stopped:
                return
            try:
                self._turn()
            except Exception:  # a callback of the program's own 程序自己的回调出错
                LOG.exception("on_change")
            self._wake.wait(self.pause())

    def _turn(self) -> None:
        self.check()

    def _login(self) -> Answer:
        return self.call("kmlogon", {"kami": self.kami, "markcode": self.machine})

    def _ask_or_wait(self) -> State:
        try:
            state = self._ask()
            self._failures = 0
            return state
        except NoAnswer as reason:
            return self._without_answer(str(reason))

    def _without_answer(self, reason: str) -> State:
        self._failures += 1
        with self._guard:
            if self._state.name in (REFUSED, UPDATE):
                return self._state
            if not self._counts(grace=True):
                return State(WAITING, 0, reason)
            self._write()  # the time that was seen 记下已见过的时间
            return State(GRACE, 0, reason, int(self._kept["end"]))

    def _ask(self) -> State:
        if self._must_update():
            text = str(self.newest.get("app_update_show") or f"Version {self.update} is needed / 请更新到 {self.update}")
            return State(UPDATE, 200, text)
        answer = self._login()
        if answer.code != 200:
            self._forget()
            return State(REFUSED, answer.code, answer.text)
        if not self._is_mine(answer):
            raise NoAnswer("The answer is to another call / 这是对其他请求的应答")
        try:
            end = int(answer.fields["vip"])
        except (KeyError, TypeError, ValueError):
            raise NoAnswer("The answer has no end / 应答中没有到期时间")
        self._keep(end, answer.time)
        return State(LICENSED, 200, "", end)

    def _is_mine(self, answer: Answer) -> bool:
        """A person in between could let the server answer a good code of their own. 防止他人用自己的卡密代答。"""
        return str(answer.fields.get("kami", "")) == self.kami

    def _must_update(self) -> bool:
        """Asks once after the start. 启动后只查询一次版本。"""
        if self._versions_read:
            return False
        try:
            answer = self.call("ini", {})
        except Busy:
            return False
        if answer.code == 200:
            self.newest = answer.fields
        must = answer.code == 200 and self.update != "" and answer.fields.get("app_update_must") == "y"
        self._versions_read = not must
        return must

    def _settle(self, state: State) -> bool:
        with self._guard:
            changed = state[:2] != self._state[:2]
            self._state = state
            return changed

    # --- the last good answer 上一次成功的应答 ---

    def _server_time(self) -> float:
        """Only a clock that goes forward counts, so a clock set back gains nothing. 时钟回拨不会延长授权。"""
        with self._guard:
            now = self.now()
            self._kept["seen"] += max(0.0, now - self._kept["wall"])
            self._kept["wall"] = now
            return self._kept["seen"]

    def _counts(self, grace: bool) -> bool:
        with self._guard:
            now, kept = self._server_time(), self._kept
            if grace and now >= kept["given"] + GRACE_HOURS * 3600:
                return False
            return now < kept["end"]

    def _keep(self, end: int, given: int) -> None:
        with self._guard:
            self._kept.update(end=end, given=given, seen=given, wall=self.now())
            self._write()

    def _forget(self) -> None:
        with self._guard:
            self._kept = self._nothing()
            try:
                os.remove(self._path())
            except OSError:
                pass

    def _nothing(self) -> Dict[str, float]:
        return {"end": 0, "given": 0, "seen": 0, "wall": self.now()}

    def _path(self) -> str:
        return os.path.join(self._folder, f"{APP}-{md5(self.kami + ' ' + self.machine)[:16]}.json")

    def _digest(self, kept: Mapping[str, float]) -> str:
        """An edited file, or one of another machine, has another digest. 改动过的或来自别的机器的文件无效。"""
        content = "&".join(f"{name}={int(kept[name])}" for name in sorted(kept))
        return md5(f"{APP}&{self.kami}&{content}&{APPKEY}&{self.machine}")

    def _read(self) -> Dict[str, float]:
        try:
            with open(self._path(), encoding="utf-8") as file:
                kept = json.loads(file.read(4096))
            digest = kept.pop("digest")
            kept = {name: int(value) for name, value in kept.items()}
            if hmac.compare_digest(digest, self._digest(kept)):
                return {**self._nothing(), **kept}
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError):
            pass
        return self._nothing()

    def _write(self) -> None:
        """A disk that takes nothing stops no program. 无法写盘时程序照常运行。"""
        kept = {name: int(value) for name, value in self._kept.items()}
        path = self._path()
        part = f"{path}.{os.getpid()}"
        try:
            os.makedirs(self._folder, exist_ok=True)
            with open(part, "w", encoding="utf-8") as file:
                file.write(json.dumps({**kept, "digest": self._digest(kept)}))
            os.replace(part, path)
        except OSError:
            pass

    # --- the protocol 协议 ---

    def call(self, api: str, params: Dict[str, str]) -> Answer:
        """An answer that is surely the server's. Raises NoAnswer. 返回可信的应答，否则抛出 NoAnswer。"""
        if not all(_can_be_sent(value, MODE == 3 and not api.startswith("mt5")) for value in params.values()):
            return Answer(401, "This sign cannot be in a code / 卡密或机器码含有不能使用的字符", {}, 0)
        answer = self._exchange(api, params)
        if answer.code in OWN_CLOCK:
            self._skew = answer.time - self.now()
            answer = self._exchange(api, params)
        if answer.code in TRANSIENT or 500 <= answer.code < 600 or answer.text in TOO_OFTEN:
            raise Busy(f"{answer.code} {answer.text}")
        return answer

    def _exchange(self, api: str, params: Dict[str, str]) -> Answer:
        sealed = MODE == 3 and not api.startswith("mt5")
        value = secrets.token_hex(16)
        # The server takes no signature twice. 服务器不接受重复的签名。
        fields = {**params, "nonce": value, "t": str(int(self.now() + self._skew))}
        text = "".join(f"{name}={given}&" for name, given in fields.items())
        sign = md5(text + APPKEY)
        if sealed:
            fields = {"data": rc4(f"{text}sign={sign}".encode()).hex(), "value": value}
        else:
            fields.update(sign=sign, value=value)
        body, signature = post(f"{ADDRESS}/api.php?api={api}&app={APP}", urllib.parse.urlencode(fields).encode())
        try:
            answer = json.loads(rc4(bytes.fromhex(body.decode("ascii"))) if sealed else body)
            code, at = answer["code"], answer["time"]
            whole = isinstance(code, int) and isinstance(at, int)
            check = str(answer["check"]).encode()
            if whole and hmac.compare_digest(check, md5(f"{at}{APPKEY}{value}").encode()):
                if not ANSWER_KEY or is_signed(signature, value, api, body, at):
                    msg, data = answer.get("msg"), answer.get("data")
                    inner = msg if isinstance(msg, dict) else data if isinstance(data, dict) else answer
                    return Answer(code, msg if isinstance(msg, str) else "", inner, at)
        except (ValueError, KeyError, TypeError, RecursionError):
            pass
        raise NoAnswer(f"The answer of {place()} is not the server's / {place()} 的应答不是授权服务器发出的")


def post(url: str, form: bytes) -> "tuple[bytes, str]":
    """The body and the signature of an answer. 返回应答正文与签名。"""
    headers = {"Content-Type": "application/x-www-form-urlencoded", "User-Agent": "Pulsekey/1"}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, form, headers), timeout=15) as reply:
            return reply.read(1 << 20), reply.headers.get("X-Pulsekey-Signature", "")
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise NoAnswer(f"No answer from {place()}, allow it in the firewall ({error}) / {place()} 无应答，请在防火墙中放行")


def place() -> str:
    """The host and port that a firewall has to allow. 防火墙需要放行的主机与端口。"""
    found = re.sub(r"^\w+://|/.*", "", ADDRESS)
    return found if re.search(r":\d+$", found) else found + (":443" if ADDRESS.startswith("https") else ":80")


def is_signed(signature: str, value: str, api: str, body: bytes, at: int) -> bool:
    """Whether one of the server's two keys signed the answer. 应答是否由服务器的密钥签名。"""
    stamp, *entries = signature.split() or [""]
    if stamp != f"t={at}":
        return False
    message = f"pulsekey1\n{at}\n{value}\n{api}\n".encode() + body
    for key in (ANSWER_KEY, ANSWER_KEY_NEXT):
        public = bytes.fromhex(key)
        name = hashlib.sha256(public).hexdigest()[:8] + "="
        for entry in entries:
            if entry.startswith(name):
                if ed25519.verify(public, message, base64.b64decode(entry[len(name):], validate=True)):
                    return True
    return False


def _can_be_sent(text: str, sealed: bool) -> bool:
    """RC4-2 joins its parts by &. No code has a control character. RC4-2 以 & 分隔各项。"""
    return re.search("[\x00-\x1f\x7f\ud800-\udfff]" + ("|&" if sealed else ""), text) is None


def trim(code: str) -> str:
    """Without the blanks and invisible signs of chats around it. 去掉两端的空白与不可见字符。"""
    signs = [at for at, sign in enumerate(code) if not sign.isspace() and unicodedata.category(sign) != "Cf"]
    return code[signs[0] : signs[-1] + 1] if signs else ""


def is_newer(version: str, own: str) -> bool:
    """1.10 is newer than 1.9; where no number decides, another text is newer. 数字相同时，文字不同即为新版本。"""
    if version.strip() in ("", own.strip()):
        return False
    left, right = ([int(part) for part in re.findall(r"\d{1,9}", text)] for text in (version, own))
    size = max(len(left), len(right))
    return left + [0] * (size - len(left)) >= right + [0] * (size - len(right))


def md5(text: str) -> str:
    return hashlib.md5(text.encode("utf-8", "replace")).hexdigest()


def rc4(data: bytes) -> bytes:
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


def machine_code() -> str:
    """The same text on this machine for ever, for no other machine. 本机唯一且不变的机器码。"""
    text = ""
    try:
        if sys.platform == "win32":
            import winreg

            with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, r"SOFTWARE\Microsoft\Cryptography", 0, 0x20119) as key:
                text = str(winreg.QueryValueEx(key, "MachineGuid")[0])
        elif sys.platform == "darwin":
            told = subprocess.run(["ioreg", "-rd1", "-c", "IOPlatformExpertDevice"], stdout=subprocess.PIPE, timeout=10)
            found = re.search(rb'IOPlatformUUID" = "([^"]+)', told.stdout)
            text = found.group(1).decode() if found else ""
        else:
            with open("/etc/machine-id", encoding="ascii") as file:
                text = file.read().strip()
    except (OSError, ValueError, subprocess.SubprocessError):
        pass
    return md5(f"pulsekey {text or hex(uuid.getnode())}").upper()
