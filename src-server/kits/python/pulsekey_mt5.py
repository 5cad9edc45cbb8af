"""The licence of a trading account, by the MetaTrader5 package. 交易账户授权，需要 MetaTrader5 包。

sample_mt5.py shows its use. The terminal's "Algo Trading" has to be on. 终端须打开“算法交易”。
"""
import re
import time
from datetime import datetime, timedelta, timezone
from typing import Any, Callable, Collection, Dict, List, Optional

import MetaTrader5 as mt5

from pulsekey import GRACE, LICENSED, LOG, RECHECK, REFUSED, UPDATE, VERSION, WAITING, Answer, NoAnswer, Pulsekey, State, trim

PULSE = 5.0  # seconds between two pulses 两次心跳的间隔秒数
AFTER_REFUSAL = 60.0
CLOSED_MARKET = 30.0  # seconds between two tries while nothing can be traded 休市时重试的间隔秒数
FOK, IOC, RETURN = 0, 1, 2  # how an order is filled; a symbol allows some 成交方式
DONE, DONE_PARTIAL, PLACED, TRADE_DISABLED, MARKET_CLOSED, INVALID_FILL = 10009, 10010, 10008, 10017, 10018, 10030


class PulsekeyMt5(Pulsekey):
    """Call step() from the loop of the strategy. A thread of its own speaks with the server. 在策略循环中调用 step()。"""

    def __init__(
        self,
        magics: Optional[Collection[int]] = None,  # None: all positions are the program's 空为账户的全部持仓
        symbol: str = "",
        code: str = "",  # that the customer bought: sent once a start, and acts once 客户购买的卡密，每次启动发送一次，只生效一次
        folder: Optional[str] = None,
        on_change: Optional[Callable[[State], None]] = None,
    ) -> None:
        self._magics = None if magics is None else frozenset(magics)
        self._symbol = symbol
        self._code = trim(code)
        self._code_refusal: Optional[str] = None  # None: not sent yet; empty: taken 未发送为空，已接受为空文本
        self._terminal = ""  # the account that the terminal shows 终端当前账户
        self._figures: Optional[Dict[str, str]] = None
        self._read_at = self._written_at = self._close_at = float("-inf")
        self._logon_at = 0.0
        self._peak = 0.0
        self._day = self._moved = 0.0
        self._pulsed = False
        self._later: Dict[int, float] = {}  # ticket → when to try again 单号与重试时间
        self._filling: Dict[str, int] = {}
        super().__init__("", "", folder, on_change)

    # --- what a strategy uses 供策略调用 ---

    @property
    def may_open(self) -> bool:
        """Whether the strategy may open a first position. 是否可以开首单。"""
        return self._may("pause_open")

    @property
    def may_add(self) -> bool:
        """Whether the strategy may add to positions. 是否可以加仓。"""
        return self._may("pause_add")

    @property
    def closing(self) -> bool:
        """Whether the vendor ordered to close all, and positions or orders remain. 是否正在全部平仓。"""
        with self._guard:
            return self._kept["closing"] == 1

    @property
    def state(self) -> State:
        if self._terminal == "" or self._terminal != self.machine:
            return State(WAITING, 0, "The terminal is not connected yet / 终端尚未连接")
        return super().state

    def step(self) -> None:
        """Reads the terminal and obeys. It never waits for the server. 读取终端并执行指令，不等待服务器。"""
        account = mt5.account_info()
        if account is None or account.login == 0 or account.server == "":
            return
        key = f"{account.login}@{account.server}"
        if key != self._terminal:
            self._terminal, self._peak, self._day, self._read_at = key, 0.0, 0.0, float("-inf")
        if self.closing and key == self.machine:
            self._close_all()
        if abs(self.steady() - self._read_at) >= PULSE:
            figures = self._read_figures(account)
            if figures is not None:
                self._read_at = self.steady()
                with self._guard:
                    self._figures = figures
                if self._state.name == LICENSED or key != self.machine:
                    self._wake.set()

    def unbind(self) -> State:
        return State(self._state.name, 164, "A trading account has no code to unbind / 交易账户没有可解绑的卡密")

    def exchange(self) -> None:
        """Speaks with the server once. start() does it in a thread. 与服务器通信一次。"""
        with self._guard:
            if self._terminal != self.machine:
                self._follow(self._terminal)
        if self.machine == "":
            return
        if self.state.name != LICENSED or self._server_time() >= self._logon_at:
            self.check()
        if self.state.name != LICENSED:
            return
        with self._guard:
            figures, self._figures = self._figures, None
        if figures is not None and figures["account_key"] == self.machine:
            self._pulse(figures)

    def pause(self) -> float:
        if self._failures > 0:
            return super().pause()
        return AFTER_REFUSAL if self._state.name in (REFUSED, UPDATE) else PULSE

    def steady(self) -> float:
        return time.monotonic()

    # --- the server 服务器 ---

    def _turn(self) -> None:
        self.exchange()

    def _follow(self, key: str) -> None:
        self.machine = key
        self._state, self._failures, self._logon_at, self._pulsed = State(WAITING), 0, 0.0, False
        self._kept = self._read()
        self._code_refusal = None

    def _may(self, pause: str) -> bool:
        name = self.state.name
        with self._guard:
            told = name == GRACE or (name == LICENSED and self._pulsed)
            return told and self._kept[pause] == 0 and self._kept["closing"] == 0

    def _nothing(self) -> Dict[str, float]:
        return {**super()._nothing(), "pause_open": 0, "pause_add": 0, "closing": 0}

    def _forget(self) -> None:
        """An order to close outlives the licence. 平仓指令在授权失效后仍要执行。"""
        closing = self._kept["closing"]
        super()._forget()
        if closing == 1:
            self._kept["closing"] = 1
            self._write()

    def _login(self) -> Answer:
        if self._code != "" and self._code_refusal is None:
            answer = self.call("kmlogon", {"kami": self._code, "markcode": self.machine})
            self._code_refusal = "" if answer.code == 200 else f" ({self._code}: {answer.code} {answer.text})"
        answer = self.call("mt5logon", {"account_key": self.machine})
        return answer if answer.code == 200 else answer._replace(text=answer.text + (self._code_refusal or ""))

    def _is_mine(self, answer: Answer) -> bool:
        """The answers have no quotes, backslashes and control characters. 应答中没有引号、反斜杠与控制字符。"""
        plain = self.machine.replace('"', "'").replace("\\", "/")
        return str(answer.fields.get("account_key", "")) == re.sub(r"\s*@\s*", "@", plain).strip()

    def _keep(self, end: int, given: int) -> None:
        super()._keep(end, given)
        self._logon_at = self._server_time() + RECHECK

    def _pulse(self, figures: Dict[str, str]) -> None:
        before = self._state
        with self._asking:
            try:
                answer = self.call("mt5pulse", figures)
                self._failures = 0
                if answer.code == 200:
                    if not self._is_mine(answer):
                        raise NoAnswer("The answer is to another call / 这是对其他请求的应答")
                    self._obey(answer)
                else:
                    self._forget()
                    self._settle(State(REFUSED, answer.code, answer.text))
            except NoAnswer as reason:
                self._settle(self._without_answer(str(reason)))
        if self._state[:2] != before[:2] and self._on_change is not None:
            self._on_change(self._state)

    def _obey(self, answer: Answer) -> None:
        with self._guard:
            orders = {name: float(answer.fields.get(name) == 1) for name in ("pause_open", "pause_add")}
            if answer.fields.get("close_all") == 1 or self._kept["closing"] == 1:
                orders["closing"] = 1
            changed = any(self._kept.get(name) != order for name, order in orders.items())
            self._kept.update(orders, given=answer.time, seen=answer.time, wall=self.now())
            self._pulsed = True
            if changed or abs(self.steady() - self._written_at) >= 60:
                self._written_at = self.steady()
                self._write()

    # --- the terminal 终端 ---

    def _mine(self, items: Optional[Collection[Any]]) -> Optional[List[Any]]:
        """None: the terminal does not know. Old ones first, as some brokers demand. 先开的先平。"""
        if items is None:
            return None
        mine = [item for item in items if self._magics is None or item.magic in self._magics]
        return sorted(mine, key=lambda item: int(item.ticket))

    def _read_figures(self, account: Any) -> Optional[Dict[str, str]]:
        positions, orders = self._mine(mt5.positions_get()), self._mine(mt5.orders_get())
        if positions is None or orders is None:
            return None
        symbol = self._symbol or (positions[-1].symbol if positions else "")
        profit = self._read_day(symbol)
        self._peak = max(self._peak, account.equity)
        buys = sum(1 for position in positions if position.type == mt5.POSITION_TYPE_BUY)
        figures = {
            "account_key": self._terminal,
            "equity": f"{account.equity:.2f}",
            "balance": f"{account.balance:.2f}",
            "dd": f"{(self._peak - account.equity) / self._peak * 100 if self._peak > 0 else 0:.2f}",
            "positions": str(len(positions)),
            "buy_pos": str(buys),
            "sell_pos": str(len(positions) - buys),
            "float_pnl": f"{sum(position.profit + position.swap for position in positions):.2f}",
            "margin_level": f"{account.margin_level:.2f}",
            "symbol": symbol,
            "currency": str(account.currency)[:8],
            "program_version": VERSION[:32],
            "leverage": str(int(account.leverage)),
            "account_name": "".join(sign for sign in str(account.name) if sign.isprintable())[:64],
            "pending_orders": str(len(orders)),
        }
        if self._magics is not None and len(self._magics) == 1:
            figures["magic"] = str(next(iter(self._magics)))
        if profit is not None:
            figures["day_profit"] = f"{profit:.2f}"
        return figures

    def _read_day(self, symbol: str) -> Optional[float]:
        """Profit of the deals since midnight of the broker's clock. Money in and out moves the peak. 今日盈亏；出入金调整最高点。"""
        tick = mt5.symbol_info_tick(symbol) if symbol else None
        now = datetime.fromtimestamp(tick.time if tick is not None else self.now(), timezone.utc)
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        deals = mt5.history_deals_get(midnight, now + timedelta(days=1))
        if deals is None:
            return None
        moved = float(sum(deal.profit for deal in deals if deal.type in (mt5.DEAL_TYPE_BALANCE, mt5.DEAL_TYPE_CREDIT)))
        if self._day > 0:
            self._peak += moved - (self._moved if self._day == midnight.timestamp() else 0)
        self._day, self._moved = midnight.timestamp(), moved
        trades = (mt5.DEAL_TYPE_BUY, mt5.DEAL_TYPE_SELL)
        mine = [deal for deal in self._mine(deals) or [] if deal.type in trades]
        return float(sum(deal.profit + deal.commission + deal.swap + deal.fee for deal in mine))

    def _close_all(self) -> None:
        """One round a second until nothing is left. 每秒一轮，直到全部平仓。"""
        if abs(self.steady() - self._close_at) < 1:
            return
        positions, orders = self._mine(mt5.positions_get()), self._mine(mt5.orders_get())
        if positions is None or orders is None:
            return
        if not positions and not orders:
            with self._guard:
                self._kept["closing"] = 0
                self._write()
            self._later.clear()
            self._read_at = float("-inf")  # the vendor learns at once 立即报告
            return
        self._close_at = self.steady()
        for order in orders:
            if self._is_due(order.ticket):
                self._send(order.ticket, {"action": mt5.TRADE_ACTION_REMOVE, "order": order.ticket})
        for position in positions:
            if self._is_due(position.ticket):
                self._close(position)

    def _is_due(self, ticket: int) -> bool:
        return self.steady() >= self._later.get(ticket, float("-inf"))

    def _close(self, position: Any) -> None:
        symbol = position.symbol
        info, tick = mt5.symbol_info(symbol), mt5.symbol_info_tick(symbol)
        if info is None or tick is None:
            mt5.symbol_select(symbol, True)
            return
        is_buy = position.type == mt5.POSITION_TYPE_BUY
        allowed = [way for way, bit in ((FOK, 1), (IOC, 2)) if info.filling_mode & bit] + [RETURN]
        request = {
            "action": mt5.TRADE_ACTION_DEAL,
            "position": position.ticket,
            "symbol": symbol,
            "volume": min(position.volume, info.volume_max),  # the rest in the next round 余量下一轮平
            "type": mt5.ORDER_TYPE_SELL if is_buy else mt5.ORDER_TYPE_BUY,
            "price": tick.bid if is_buy else tick.ask,
            "deviation": 100,
            "magic": position.magic,
            "type_time": mt5.ORDER_TIME_GTC,
            "type_filling": allowed[self._filling.get(symbol, 0) % len(allowed)],
        }
        if self._send(position.ticket, request) == INVALID_FILL:
            self._filling[symbol] = self._filling.get(symbol, 0) + 1

    def _send(self, ticket: int, request: Dict[str, Any]) -> int:
        result = mt5.order_send(request)
        code = 0 if result is None else int(result.retcode)
        if code in (MARKET_CLOSED, TRADE_DISABLED):
            self._later[ticket] = self.steady() + CLOSED_MARKET
        if code not in (DONE, DONE_PARTIAL, PLACED):
            reason = mt5.last_error() if result is None else f"{code} {result.comment}"
            LOG.warning("%s is not closed yet, tries again / 尚未平仓，继续重试: %s", ticket, reason)
        return code
