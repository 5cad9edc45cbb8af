// A simulated account and market: quotes, requotes, gaps, partial fills, closed markets. MT5's return codes.
#pragma once
#include "platform.h"
#include <map>

struct Quote {
  double bid = 2000, spread = 0.2, point = 0.01, most = 50;
  int filling = 3; // 1 fill or kill, 2 immediate or cancel
  bool isClosed = false;
};
struct Position {
  ulong ticket;
  string symbol;
  bool isBuy;
  double volume, open;
  long magic;
};
struct Pending {
  ulong ticket;
  string symbol;
  double volume;
  long magic;
};
// 2 is a balance operation, as in MT5.
struct Deal {
  ulong ticket;
  datetime time;
  int type;
  double profit;
  long magic;
};

struct Market {
  std::map<std::string, Quote> quotes;
  std::vector<Position> positions;
  std::vector<Pending> pending;
  std::vector<Deal> deals;
  bool isNetting = false;
  ulong nextTicket = 3000000001;
  int requests = 0, requotes = 0, partials = 0, gaps = 0, code = 0, codes = 0, slowMs = 0;
  double gap = 0, most = 0;
  std::vector<ulong> closed;

  double ask(const Quote &quote) { return quote.bid + quote.spread; }
  double profitOf(const Position &position, double volume) {
    const Quote &quote = quotes[utf8(position.symbol)];
    double move = position.isBuy ? quote.bid - position.open : position.open - ask(quote);
    return move * volume * 100;
  }
  void open(const string &symbol, bool isBuy, double volume, long magic) {
    const Quote &quote = quotes[utf8(symbol)];
    if (isNetting)
      for (Position &one : positions)
        if (one.symbol == symbol && one.isBuy == isBuy) { one.volume += volume; return; }
    positions.push_back({nextTicket++, symbol, isBuy, volume, isBuy ? ask(quote) : quote.bid, magic});
  }
  // The troubles that hit any request. 0 for none.
  int trouble(const string &symbol) {
    requests++;
    Sleep(slowMs);
    if (!terminal.connected) return 10031;
    if (!terminal.algo) return 10027;
    if (codes > 0) return codes--, code;
    return quotes[utf8(symbol)].isClosed ? 10018 : 0;
  }
  int close(ulong ticket, double volume, double price, double deviation, int filling) {
    size_t at = 0;
    while (at < positions.size() && positions[at].ticket != ticket) at++;
    if (at == positions.size()) return trouble(""), 10036;
    Position &position = positions[at];
    Quote &quote = quotes[utf8(position.symbol)];
    int failure = trouble(position.symbol);
    if (failure != 0) return failure;
    if (filling != 0 && (quote.filling & filling) == 0) return 10030;
    if (volume > quote.most + 1e-9 || volume > position.volume + 1e-9 || volume <= 0) return 10014;
    if (requotes > 0) return requotes--, 10004;
    if (gaps > 0) gaps--, quote.bid += gap * quote.point;
    double now = position.isBuy ? quote.bid : ask(quote);
    if (std::fabs(now - price) > deviation * quote.point + 1e-9) return 10004;
    bool isPartial = partials > 0 && volume > 0.01;
    if (isPartial) partials--, volume = std::max(0.01, std::round(volume * 50) / 100);
    double profit = profitOf(position, volume);
    deals.push_back({nextTicket++, TimeCurrent(), position.isBuy ? 1 : 0, profit, position.magic});
    terminal.balance += profit;
    position.volume = std::round((position.volume - volume) * 100) / 100;
    // MT4 gives what is left a new number.
#ifdef __MQL4__
    if (position.volume > 0) position.ticket = nextTicket++;
#endif
    if (position.volume <= 0) closed.push_back(ticket), positions.erase(positions.begin() + (long)at);
    return isPartial ? 10010 : 10009;
  }
  int remove(ulong ticket) {
    for (size_t at = 0; at < pending.size(); at++) {
      if (pending[at].ticket != ticket) continue;
      int failure = trouble(pending[at].symbol);
      if (failure != 0) return failure;
      pending.erase(pending.begin() + (long)at);
      return 10009;
    }
    return trouble(""), 10035;
  }
} market;

double floatingProfit() {
  double sum = 0;
  for (const Position &position : market.positions) sum += market.profitOf(position, position.volume);
  return sum;
}
