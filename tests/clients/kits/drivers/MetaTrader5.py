"""Stands in for the MetaTrader5 package: an account that a test sets up, with a broker's refusals."""
from types import SimpleNamespace

TRADE_ACTION_DEAL, TRADE_ACTION_REMOVE = 1, 8
POSITION_TYPE_BUY, POSITION_TYPE_SELL = 0, 1
ORDER_TYPE_BUY, ORDER_TYPE_SELL = 0, 1
DEAL_TYPE_BUY, DEAL_TYPE_SELL, DEAL_TYPE_BALANCE, DEAL_TYPE_CREDIT = 0, 1, 2, 3
ORDER_TIME_GTC = 0

account = None  # None: the terminal is not connected
positions, orders, deals = [], [], []
symbols = {}  # name → bid, ask, filling_mode, volume_max, closed
faults = []  # what the next sends are answered: a retcode, or "partial", or None for no result
sent = []  # the requests
asked_from = []


def of(values):
    return SimpleNamespace(**values)


def account_info():
    return of(account) if account else None


def positions_get():
    return tuple(of(position) for position in positions) if account else None


def orders_get():
    return tuple(of(order) for order in orders) if account else None


def history_deals_get(begin, end):
    asked_from.append((begin.timestamp(), end.timestamp()))
    return tuple(of(deal) for deal in deals if begin.timestamp() <= deal["time"] <= end.timestamp())


def symbol_info(name):
    return of(symbols[name]) if name in symbols else None


def symbol_info_tick(name):
    return of({"bid": symbols[name]["bid"], "ask": symbols[name]["ask"], "time": symbols[name]["time"]}) if name in symbols else None


def symbol_select(name, _):
    return name in symbols


def last_error():
    return (-10005, "IPC timeout")


def order_send(request):
    sent.append(request)
    fault = faults.pop(0) if faults else 0
    if fault is None:
        return None
    code = fault if isinstance(fault, int) and fault else _carry_out(request, fault == "partial")
    return of({"retcode": code, "comment": "stand-in"})


def _carry_out(request, partly):
    if request["action"] == TRADE_ACTION_REMOVE:
        before = len(orders)
        orders[:] = [order for order in orders if order["ticket"] != request["order"]]
        return 10009 if len(orders) < before else 10013
    found = [position for position in positions if position["ticket"] == request["position"]]
    if not found:
        return 10036
    position, symbol = found[0], symbols[request["symbol"]]
    is_buy = position["type"] == POSITION_TYPE_BUY
    if symbol["closed"]:
        return 10018
    if request["type"] != (ORDER_TYPE_SELL if is_buy else ORDER_TYPE_BUY) or request["symbol"] != position["symbol"]:
        return 10013
    if request["type_filling"] not in [way for way in (0, 1) if symbol["filling_mode"] >> way & 1] + ([2] if symbol["returns"] else []):
        return 10030
    if request["volume"] > min(position["volume"], symbol["volume_max"]):
        return 10014
    if abs(request["price"] - (symbol["bid"] if is_buy else symbol["ask"])) > 1e-9:
        return 10015
    position["volume"] = round(position["volume"] - request["volume"] * (0.5 if partly else 1), 2)
    positions[:] = [position for position in positions if position["volume"] > 0]
    return 10010 if partly else 10009
