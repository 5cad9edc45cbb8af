// The trading functions of MQL5 that the kit uses, over the simulated market.
#pragma once
#define __MQL5__
#include "market.h"

enum ENUM_POSITION_INTEGER { POSITION_TYPE, POSITION_MAGIC };
enum ENUM_POSITION_DOUBLE { POSITION_PROFIT, POSITION_SWAP, POSITION_VOLUME };
enum ENUM_POSITION_STRING { POSITION_SYMBOL };
enum { POSITION_TYPE_BUY, POSITION_TYPE_SELL };
enum ENUM_ORDER_TYPE { ORDER_TYPE_BUY, ORDER_TYPE_SELL, ORDER_TYPE_BUY_LIMIT, ORDER_TYPE_SELL_STOP_LIMIT = 7 };
enum ENUM_ORDER_INTEGER { ORDER_TYPE, ORDER_MAGIC };
enum ENUM_ORDER_TYPE_FILLING { ORDER_FILLING_FOK, ORDER_FILLING_IOC, ORDER_FILLING_RETURN };
enum ENUM_DEAL_INTEGER { DEAL_TYPE, DEAL_MAGIC, DEAL_TIME };
enum ENUM_DEAL_DOUBLE { DEAL_PROFIT, DEAL_SWAP, DEAL_COMMISSION };
enum { DEAL_TYPE_BALANCE = 2, DEAL_TYPE_BONUS = 6 };
enum ENUM_SYMBOL_DOUBLE { SYMBOL_BID, SYMBOL_ASK, SYMBOL_VOLUME_MAX };
enum ENUM_SYMBOL_INTEGER { SYMBOL_FILLING_MODE };
enum { SYMBOL_FILLING_FOK = 1, SYMBOL_FILLING_IOC = 2 };
enum ENUM_TRADE_ACTION { TRADE_ACTION_DEAL = 1, TRADE_ACTION_REMOVE = 8 };
enum {
  TRADE_RETCODE_REQUOTE = 10004, TRADE_RETCODE_PLACED = 10008, TRADE_RETCODE_DONE, TRADE_RETCODE_DONE_PARTIAL, TRADE_RETCODE_ERROR,
  TRADE_RETCODE_TRADE_DISABLED = 10017, TRADE_RETCODE_MARKET_CLOSED, TRADE_RETCODE_PRICE_CHANGED = 10020, TRADE_RETCODE_PRICE_OFF,
  TRADE_RETCODE_INVALID_FILL = 10030
};
struct MqlTradeRequest {
  ENUM_TRADE_ACTION action;
  ulong magic, order;
  string symbol;
  double volume, price;
  ulong deviation;
  ENUM_ORDER_TYPE type;
  ENUM_ORDER_TYPE_FILLING type_filling;
  string comment;
  ulong position;
};
struct MqlTradeResult { uint retcode; };

Position *selectedPosition = nullptr;
Pending *selectedOrder = nullptr;
std::vector<Deal> selectedDeals;

inline int PositionsTotal() { return (int)market.positions.size(); }
inline ulong PositionGetTicket(int at) { return (selectedPosition = &market.positions[(size_t)at])->ticket; }
inline bool PositionSelectByTicket(ulong ticket) {
  for (Position &one : market.positions) if (one.ticket == ticket) return selectedPosition = &one, true;
  return false;
}
inline long PositionGetInteger(ENUM_POSITION_INTEGER what) {
  return what == POSITION_MAGIC ? selectedPosition->magic : (long)!selectedPosition->isBuy;
}
inline double PositionGetDouble(ENUM_POSITION_DOUBLE what) {
  if (what == POSITION_VOLUME) return selectedPosition->volume;
  return what == POSITION_SWAP ? 0 : market.profitOf(*selectedPosition, selectedPosition->volume);
}
inline string PositionGetString(ENUM_POSITION_STRING) { return selectedPosition->symbol; }
inline int OrdersTotal() { return (int)market.pending.size(); }
inline ulong OrderGetTicket(int at) { return (selectedOrder = &market.pending[(size_t)at])->ticket; }
inline long OrderGetInteger(ENUM_ORDER_INTEGER what) { return what == ORDER_MAGIC ? selectedOrder->magic : (long)ORDER_TYPE_BUY_LIMIT; }
inline bool HistorySelect(datetime from, datetime to) {
  selectedDeals.clear();
  for (const Deal &deal : market.deals) if (deal.time >= from && deal.time <= to) selectedDeals.push_back(deal);
  return true;
}
inline int HistoryDealsTotal() { return (int)selectedDeals.size(); }
inline ulong HistoryDealGetTicket(int at) { return selectedDeals[(size_t)at].ticket; }
inline const Deal &dealOf(ulong ticket) {
  for (const Deal &deal : selectedDeals) if (deal.ticket == ticket) return deal;
  abort();
}
inline long HistoryDealGetInteger(ulong ticket, ENUM_DEAL_INTEGER what) {
  const Deal &deal = dealOf(ticket);
  return what == DEAL_TYPE ? deal.type : what == DEAL_MAGIC ? deal.magic : deal.time;
}
inline double HistoryDealGetDouble(ulong ticket, ENUM_DEAL_DOUBLE what) { return what == DEAL_PROFIT ? dealOf(ticket).profit : 0; }
inline bool SymbolSelect(const string &, bool) { return true; }
inline double SymbolInfoDouble(const string &symbol, ENUM_SYMBOL_DOUBLE what) {
  const Quote &quote = market.quotes[utf8(symbol)];
  return what == SYMBOL_BID ? quote.bid : what == SYMBOL_ASK ? market.ask(quote) : quote.most;
}
inline long SymbolInfoInteger(const string &symbol, ENUM_SYMBOL_INTEGER) { return market.quotes[utf8(symbol)].filling; }
inline bool OrderSend(const MqlTradeRequest &request, MqlTradeResult &result) {
  static const int MODES[] = {SYMBOL_FILLING_FOK, SYMBOL_FILLING_IOC, 0};
  result.retcode = (uint)(request.action == TRADE_ACTION_REMOVE
    ? market.remove(request.order)
    : market.close(request.position, request.volume, request.price, (double)request.deviation, MODES[request.type_filling]));
  return result.retcode >= TRADE_RETCODE_PLACED && result.retcode <= TRADE_RETCODE_DONE_PARTIAL;
}
