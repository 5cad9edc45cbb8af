"""Drives the kit of trading accounts by lines of JSON: its time, its settings and its terminal come from the test."""
import json
import os
import sys

import MetaTrader5
import pulsekey
import pulsekey_mt5

time_now = [0.0]
licence = None
protocol, sys.stdout = sys.stdout, sys.stderr  # what the kit prints is no answer


class Driven(pulsekey_mt5.PulsekeyMt5):
    def now(self):
        return time_now[0]

    def steady(self):
        return time_now[0]


def state():
    found = licence.state
    may = {"may_open": licence.may_open, "may_add": licence.may_add, "closing": licence.closing}
    return {"name": found.name, "code": found.code, "text": found.text, "end": found.end, **may}


def obey(order):
    global licence
    do = order["do"]
    if do == "open":
        for name, value in order["settings"].items():
            setattr(pulsekey, name.upper(), value)
        pulsekey_mt5.VERSION = pulsekey.VERSION
        licence = Driven(order["magics"], "", order.get("code", ""), order["folder"])
    elif do == "clock":
        time_now[0] = float(order["now"])
    elif do == "terminal":
        for name, value in order["set"].items():
            setattr(MetaTrader5, name, value)
    elif do == "look":
        return getattr(MetaTrader5, order["name"])
    elif do == "step":
        licence.step()
    elif do == "exchange":
        licence.exchange()
    elif do == "pause":
        return licence.pause()
    elif do == "start":
        licence.start()
    elif do == "stop":
        licence.stop()
    return state() if licence else None


for line in sys.stdin:
    print(json.dumps(obey(json.loads(line))), file=protocol, flush=True)
