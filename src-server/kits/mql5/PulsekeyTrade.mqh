// MT5 的持仓与平仓 / MT5: positions, and closing them. Netting and hedging accounts.
#property strict

class CPulsekeyTrade
  {
private:
   long   m_magic;
   bool   m_ownOnly;
   int    m_slippage;   // 允许滑点，点 / points
   int    m_filling;
   int    m_left;
   string m_trouble;
   ulong  m_tickets[];  // 正在重试的单 / orders that are tried again
   ulong  m_until[];
   int    m_tries[];

public:
   void Setup(const long magic, const bool ownOnly, const int slippage = 30)
     {
      m_magic = magic;
      m_ownOnly = ownOnly;
      m_slippage = slippage;
      m_filling = 0;
      Reset();
     }

   string Trouble() { return(m_trouble); }
   int    Left() { return(m_left); }

   void Count(int &buys, int &sells, int &pending, double &profit)
     {
      ulong tickets[];
      pending = Orders(tickets);
      for(int i = Positions(tickets) - 1; i >= 0; i--)
        {
         if(!PositionSelectByTicket(tickets[i])) continue;
         if(PositionGetInteger(POSITION_TYPE) == POSITION_TYPE_BUY) buys++;
         else sells++;
         profit += PositionGetDouble(POSITION_PROFIT) + PositionGetDouble(POSITION_SWAP);
        }
     }

   // 今天已平仓的盈亏（服务器日）/ what the deals of the server's day made.
   double DayProfit()
     {
      double sum = 0;
      datetime now = TimeCurrent();
      if(!HistorySelect(now - now % 86400, now + 86400)) return(0);
      for(int i = HistoryDealsTotal() - 1; i >= 0; i--)
        {
         ulong ticket = HistoryDealGetTicket(i);
         if(IsFlow(ticket) || !IsOurs(HistoryDealGetInteger(ticket, DEAL_MAGIC))) continue;
         sum += HistoryDealGetDouble(ticket, DEAL_PROFIT) + HistoryDealGetDouble(ticket, DEAL_SWAP) + HistoryDealGetDouble(ticket, DEAL_COMMISSION);
        }
      return(sum);
     }

   // 上次之后的出入金；出金不是回撤 / deposits and withdrawals since the last look: a withdrawal is no drawdown.
   double Flow(long &seen)
     {
      double sum = 0;
      long last = MathMax(seen, 1);
      if(!HistorySelect((datetime)(seen + 1), TimeCurrent() + 7 * 86400)) return(0);
      for(int i = HistoryDealsTotal() - 1; i >= 0; i--)
        {
         ulong ticket = HistoryDealGetTicket(i);
         if(!IsFlow(ticket)) continue;
         last = MathMax(last, (long)HistoryDealGetInteger(ticket, DEAL_TIME));
         sum += HistoryDealGetDouble(ticket, DEAL_PROFIT);
        }
      bool isFirst = seen == 0;
      seen = last;
      return(isFirst ? 0 : sum);
     }

   // 一步：先删挂单，再平仓（先开先平）；全部平完返回 true
   // One step: pending orders first, then positions, the oldest first. Returns true when nothing is left.
   bool CloseSome(const ulong now)
     {
      ulong orders[];
      ulong positions[];
      m_left = Orders(orders) + Positions(positions);
      if(m_left == 0) { Reset(); return(true); }
      if(TerminalInfoInteger(TERMINAL_CONNECTED) == 0) { m_trouble = "not connected"; return(false); }
      if(TerminalInfoInteger(TERMINAL_TRADE_ALLOWED) == 0 || MQLInfoInteger(MQL_TRADE_ALLOWED) == 0)
        {
         m_trouble = "switch Algo Trading on / 请开启算法交易";
         return(false);
        }
      // 每步最多约一秒 / a step takes about a second at most.
      ulong start = GetMicrosecondCount();
      for(int i = 0; i < ArraySize(orders); i++)
        {
         if(IsWaiting(orders[i], now)) continue;
         if(GetMicrosecondCount() - start > 800000) return(false);
         DeletePending(orders[i], now);
        }
      for(int i = 0; i < ArraySize(positions); i++)
        {
         if(IsWaiting(positions[i], now)) continue;
         if(GetMicrosecondCount() - start > 800000) return(false);
         ClosePosition(positions[i], now);
        }
      return(false);
     }

private:
   bool IsOurs(const long magic) { return(!m_ownOnly || magic == m_magic); }

   bool IsFlow(const ulong ticket)
     {
      long type = HistoryDealGetInteger(ticket, DEAL_TYPE);
      return(type >= DEAL_TYPE_BALANCE && type <= DEAL_TYPE_BONUS);
     }

   int Positions(ulong &tickets[])
     {
      ArrayResize(tickets, 0);
      for(int i = 0; i < PositionsTotal(); i++)
        {
         ulong ticket = PositionGetTicket(i);
         if(ticket > 0 && IsOurs(PositionGetInteger(POSITION_MAGIC))) Append(tickets, ticket);
        }
      return(ArraySize(tickets));
     }

   int Orders(ulong &tickets[])
     {
      ArrayResize(tickets, 0);
      for(int i = 0; i < OrdersTotal(); i++)
        {
         ulong ticket = OrderGetTicket(i);
         long type = OrderGetInteger(ORDER_TYPE);
         bool isPending = type >= ORDER_TYPE_BUY_LIMIT && type <= ORDER_TYPE_SELL_STOP_LIMIT;
         if(ticket > 0 && isPending && IsOurs(OrderGetInteger(ORDER_MAGIC))) Append(tickets, ticket);
        }
      return(ArraySize(tickets));
     }

   void Append(ulong &tickets[], const ulong ticket)
     {
      int size = ArraySize(tickets);
      ArrayResize(tickets, size + 1);
      tickets[size] = ticket;
     }

   void DeletePending(const ulong ticket, const ulong now)
     {
      MqlTradeRequest request = {};
      MqlTradeResult result = {};
      request.action = TRADE_ACTION_REMOVE;
      request.order = ticket;
      if(!OrderSend(request, result) && result.retcode == 0) result.retcode = TRADE_RETCODE_ERROR;
      Judge(ticket, result.retcode, now);
     }

   void ClosePosition(const ulong ticket, const ulong now)
     {
      if(!PositionSelectByTicket(ticket)) return;
      string symbol = PositionGetString(POSITION_SYMBOL);
      SymbolSelect(symbol, true);
      bool isBuy = PositionGetInteger(POSITION_TYPE) == POSITION_TYPE_BUY;
      double volume = PositionGetDouble(POSITION_VOLUME), most = SymbolInfoDouble(symbol, SYMBOL_VOLUME_MAX);
      MqlTradeRequest request = {};
      MqlTradeResult result = {};
      request.action = TRADE_ACTION_DEAL;
      request.position = ticket;
      request.symbol = symbol;
      request.volume = most > 0 ? MathMin(volume, most) : volume;
      request.type = isBuy ? ORDER_TYPE_SELL : ORDER_TYPE_BUY;
      request.price = SymbolInfoDouble(symbol, isBuy ? SYMBOL_BID : SYMBOL_ASK);
      // 每次重新报价后放宽滑点 / more slippage after each requote.
      request.deviation = (ulong)m_slippage << MathMin(Tries(ticket), 5);
      request.magic = (ulong)PositionGetInteger(POSITION_MAGIC);
      request.type_filling = Filling(symbol);
      request.comment = "Pulsekey close all";
      if(!OrderSend(request, result) && result.retcode == 0) result.retcode = TRADE_RETCODE_ERROR;
      Judge(ticket, result.retcode, now);
     }

   ENUM_ORDER_TYPE_FILLING Filling(const string symbol)
     {
      long modes = SymbolInfoInteger(symbol, SYMBOL_FILLING_MODE);
      int first = (modes & SYMBOL_FILLING_IOC) != 0 ? 0 : ((modes & SYMBOL_FILLING_FOK) != 0 ? 1 : 2);
      int choice = (first + m_filling) % 3;
      return(choice == 0 ? ORDER_FILLING_IOC : (choice == 1 ? ORDER_FILLING_FOK : ORDER_FILLING_RETURN));
     }

   // 重新报价立即再试，休市等 30 秒，其他等待加倍到一分钟
   // Requotes are tried again at the next step, a closed market after 30 s, the rest after up to a minute.
   void Judge(const ulong ticket, const uint code, const ulong now)
     {
      switch(code)
        {
         case TRADE_RETCODE_DONE:
         case TRADE_RETCODE_PLACED:
            Wait(ticket, now + 2000, false); // 终端稍后才更新 / the terminal's list follows a moment later
            break;
         case TRADE_RETCODE_DONE_PARTIAL:
            break;
         case TRADE_RETCODE_REQUOTE:
         case TRADE_RETCODE_PRICE_CHANGED:
         case TRADE_RETCODE_PRICE_OFF:
            Wait(ticket, now, true);
            break;
         case TRADE_RETCODE_INVALID_FILL:
            m_filling++;
            break;
         case TRADE_RETCODE_MARKET_CLOSED:
         case TRADE_RETCODE_TRADE_DISABLED:
            Wait(ticket, now + 30000, true);
            break;
         default:
            Wait(ticket, now + ((ulong)2000 << MathMin(Tries(ticket), 5)), true);
        }
      bool isDone = code == TRADE_RETCODE_DONE || code == TRADE_RETCODE_PLACED || code == TRADE_RETCODE_DONE_PARTIAL;
      if(!isDone) m_trouble = "#" + IntegerToString((long)ticket) + ": " + IntegerToString(code);
      if(code == TRADE_RETCODE_MARKET_CLOSED) m_trouble += " market closed / 休市";
     }

   int Find(const ulong ticket)
     {
      for(int i = ArraySize(m_tickets) - 1; i >= 0; i--) if(m_tickets[i] == ticket) return(i);
      return(-1);
     }

   int Tries(const ulong ticket)
     {
      int at = Find(ticket);
      return(at < 0 ? 0 : m_tries[at]);
     }

   bool IsWaiting(const ulong ticket, const ulong now)
     {
      int at = Find(ticket);
      return(at >= 0 && now < m_until[at]);
     }

   void Wait(const ulong ticket, const ulong until, const bool isFailure)
     {
      int at = Find(ticket);
      if(at < 0)
        {
         at = ArraySize(m_tickets);
         ArrayResize(m_tickets, at + 1);
         ArrayResize(m_until, at + 1);
         ArrayResize(m_tries, at + 1);
         m_tickets[at] = ticket;
         m_tries[at] = 0;
        }
      m_until[at] = until;
      if(isFailure) m_tries[at]++;
     }

   void Reset()
     {
      m_left = 0;
      m_trouble = "";
      ArrayResize(m_tickets, 0);
      ArrayResize(m_until, 0);
      ArrayResize(m_tries, 0);
     }
  };
