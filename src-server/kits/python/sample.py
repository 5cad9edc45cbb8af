"""python sample.py CODE: a program that runs while its licence is good. 授权有效时运行的示例程序。"""
import logging
import sys
import time

from pulsekey import REFUSED, UPDATE, VERSION, WAITING, Pulsekey, State


def show(state: State) -> None:
    logging.info("%s %s %s", state.name, state.code, state.text)


def main() -> None:
    logging.basicConfig(stream=sys.stdout, level=logging.INFO, format="%(asctime)s %(message)s")
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: python sample.py CODE [unbind]")
    licence = Pulsekey(sys.argv[1], on_change=show)
    if len(sys.argv) == 3:
        logging.info("%s", licence.unbind().text)
        return
    licence.start()  # asks in the background 后台验证
    announced = False
    while True:
        state = licence.state
        if state.name == UPDATE:
            sys.exit(f"{state.text} {licence.newest.get('app_update_url', '')}")
        if state.name == REFUSED:
            sys.exit(f"No licence / 未授权: {state.code} {state.text}")
        if not announced and state.name != WAITING:
            announced = True
            logging.info("%s", licence.notice())
            if licence.update:
                logging.info("%s -> %s %s", VERSION, licence.update, licence.newest.get("app_update_url", ""))
        if licence.allowed:
            pass  # the work of your program goes here 在这里写程序的工作
        time.sleep(1)


if __name__ == "__main__":
    main()
