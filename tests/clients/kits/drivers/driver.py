"""Drives the Python kit by lines of JSON: its time and its settings come from the test."""
import json
import sys
import threading

import ed25519
import pulsekey

time_now = [0.0]
licence = None


class Driven(pulsekey.Pulsekey):
    def now(self):
        return time_now[0]


def state(of):
    return {"name": of.name, "code": of.code, "text": of.text, "end": of.end}


class CountedLock:
    """A lock that knows how many have come to it."""

    def __init__(self):
        self.lock = threading.Lock()
        self.came = threading.Semaphore(0)

    def __enter__(self):
        self.came.release()
        self.lock.acquire()

    def __exit__(self, *_):
        self.lock.release()


found = []
threads = []


def both():
    """Returns when one thread asks and the other one waits for it."""
    licence._asking = CountedLock()
    found.clear()
    threads[:] = [threading.Thread(target=lambda: found.append(state(licence.check()))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for _ in threads:
        licence._asking.came.acquire()


def joined():
    for thread in threads:
        thread.join()
    return found


def obey(order):
    global licence
    do = order["do"]
    if do == "open":
        for name, value in order["settings"].items():
            setattr(pulsekey, name.upper(), value)
        licence = Driven(order["kami"], order["machine"], order["folder"])
        return None
    if do == "clock":
        time_now[0] = float(order["now"])
        return None
    if do == "verify":
        return ed25519.verify(*(bytes.fromhex(order[name]) for name in ("key", "message", "signature")))
    if do in ("check", "unbind"):
        return state(getattr(licence, do)())
    if do in ("start", "notice", "pause", "stop"):
        return getattr(licence, do)()
    if do == "newer":
        return pulsekey.is_newer(order["version"], order["own"])
    if do == "machine":
        return pulsekey.machine_code()
    return {"state": lambda: state(licence.state), "update": lambda: licence.update, "both": both, "joined": joined}[do]()


for line in sys.stdin:
    print(json.dumps(obey(json.loads(line))), flush=True)
