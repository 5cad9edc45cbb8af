// The trading functions of MQL4 that the kit uses, over the simulated market.
#pragma once
#define __MQL4__
#include "market.h"

enum { SELECT_BY_POS, SELECT_BY_TICKET };
enum { MODE_TRADES, MODE_HISTORY };
enum { OP_BUY, OP_SELL, OP_BUYLIMIT, OP_SELLLIMIT, OP_BUYSTOP, OP_SELLSTOP };
enum { MODE_BID = 9, MODE_ASK = 10, MODE_MAXLOT = 25 };

// An order as OrderSelect finds it.
struct Order {
  int ticket, type;
  string symbol;
  double lots, profit;
  long magic;
  datetime opened, closed;
};
Order selected;

inline std::vector<Order> liveOrders() {
  std::vector<Order> all;
  for (const Position &one : market.positions)
    all.push_back({(int)one.ticket, one.isBuy ? OP_BUY : OP_SELL, one.symbol, one.volume, market.profitOf(one, one.volume), one.magic, 1, 0});
  for (const Pending &one : market.pending) all.push_back({(int)one.ticket, OP_BUYLIMIT, one.symbol, one.volume, 0, one.magic, 1, 0});
  return all;
}
inline int OrdersTotal() { return (int)liveOrders().size(); }
inline int OrdersHistoryTotal() { return (int)market.deals.size(); }
inline bool OrderSelect(int what, int how, int pool = MODE_TRADES) {
  if (pool == MODE_HISTORY) {
    const Deal &deal = market.deals[(size_t)what];
    selected = {(int)deal.ticket, deal.type == 2 ? 6 : deal.type, "", 0, deal.profit, deal.magic, deal.time, deal.time};
    return true;
  }
  std::vector<Order> all = liveOrders();
  for (size_t at = 0; at < all.size(); at++)
    if (how == SELECT_BY_POS ? (int)at == what : all[at].ticket == what) return selected = all[at], true;
  return false;
}
inline int OrderTicket() { return selected.ticket; }
inline int OrderType() { return selected.type; }
inline string OrderSymbol() { return selected.symbol; }
inline double OrderLots() { return selected.lots; }
inline double OrderProfit() { return selected.profit; }
inline double OrderSwap() { return 0; }
inline double OrderCommission() { return 0; }
inline int OrderMagicNumber() { return (int)selected.magic; }
inline datetime OrderOpenTime() { return selected.opened; }
inline datetime OrderCloseTime() { return selected.closed; }
inline bool IsConnected() { return terminal.connected; }
inline bool IsTradeContextBusy() { return false; }
inline bool RefreshRates() { return true; }
inline double MarketInfo(const string &symbol, int what) {
  const Quote &quote = market.quotes[utf8(symbol)];
  return what == MODE_BID ? quote.bid : what == MODE_ASK ? market.ask(quote) : quote.most;
}
// MT4's error for MT5's return code.
inline bool settle(int code) {
  if (code >= 10008 && code <= 10010) return true;
  lastError = code == 10004 ? 138 : code == 10020 ? 135 : code == 10021 ? 136 : code == 10018 ? 132 : code == 10017 ? 133 : 2;
  return false;
}
inline ulong wholeTicket(int ticket) { return (ulong)(uint)ticket; }
inline bool OrderClose(int ticket, double lots, double price, int slippage) { return settle(market.close(wholeTicket(ticket), lots, price, slippage, 0)); }
inline bool OrderDelete(int ticket) { return settle(market.remove(wholeTicket(ticket))); }
