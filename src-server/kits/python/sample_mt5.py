"""python sample_mt5.py [CODE]: a strategy that obeys its vendor. 一个服从授权与远程指令的策略示例。"""
import logging
import sys
import time

import MetaTrader5 as mt5

from pulsekey import UPDATE, State
from pulsekey_mt5 import PulsekeyMt5

MAGIC = 20261129  # of the positions that the strategy opens 本策略的魔术号


def show(state: State) -> None:
    logging.info("%s %s %s", state.name, state.code, state.text)


def main() -> None:
    logging.basicConfig(stream=sys.stdout, level=logging.INFO, format="%(asctime)s %(message)s")
    licence = PulsekeyMt5(magics=[MAGIC], code="".join(sys.argv[1:2]), on_change=show)
    licence.start()
    while not mt5.initialize():  # the terminal may start later 终端可能稍后才启动
        time.sleep(5)
    while True:
        licence.step()
        state = licence.state
        if state.name == UPDATE:
            sys.exit(f"{state.text} {licence.newest.get('app_update_url', '')}")
        if licence.may_open:
            pass  # here the strategy may open 在这里开首单
        if licence.may_add:
            pass  # here the strategy may add 在这里加仓
        time.sleep(1)


if __name__ == "__main__":
    main()
