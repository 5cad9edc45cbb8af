// MT4 的持仓与平仓 / MT4: orders, and closing them.
#property strict

class CPulsekeyTrade
  {
private:
   long   m_magic;
   bool   m_ownOnly;
   int    m_slippage;   // 允许滑点，点 / points
   int    m_left;
   string m_trouble;
   int    m_tickets[];  // 正在重试的单 / orders that are tried again
   ulong  m_until[];
   int    m_tries[];

public:
   void Setup(const long magic, const bool ownOnly, const int slippage = 30)
     {
      m_magic = magic;
      m_ownOnly = ownOnly;
      m_slippage = slippage;
      Reset();
     }

   string Trouble() { return(m_trouble); }
   int    Left() { return(m_left); }

   void Count(int &buys, int &sells, int &pending, double &profit)
     {
      int tickets[];
      pending = Select(tickets, true);
      for(int i = Select(tickets, false) - 1; i >= 0; i--)
        {
         if(!OrderSelect(tickets[i], SELECT_BY_TICKET)) continue;
         if(OrderType() == OP_BUY) buys++;
         else sells++;
         profit += OrderProfit() + OrderSwap() + OrderCommission();
        }
     }

   // 今天已平仓的盈亏（服务器日）；历史以终端“账户历史”页的范围为准
   // What the orders closed on the server's day made. MT4 knows only what its history tab shows.
   double DayProfit()
     {
      double sum = 0;
      datetime now = TimeCurrent();
      datetime midnight = now - now % 86400;
      for(int i = OrdersHistoryTotal() - 1; i >= 0; i--)
        {
         if(!OrderSelect(i, SELECT_BY_POS, MODE_HISTORY) || OrderType() > OP_SELL) continue;
         if(OrderCloseTime() >= midnight && IsOurs(OrderMagicNumber())) sum += OrderProfit() + OrderSwap() + OrderCommission();
        }
      return(sum);
     }

   // 上次之后的出入金；出金不是回撤 / deposits and withdrawals since the last look: a withdrawal is no drawdown.
   double Flow(long &seen)
     {
      double sum = 0;
      long last = MathMax(seen, 1);
      for(int i = OrdersHistoryTotal() - 1; i >= 0; i--)
        {
         // 6 出入金，7 信用 / 6 is a balance operation, 7 a credit.
         if(!OrderSelect(i, SELECT_BY_POS, MODE_HISTORY) || OrderType() < 6) continue;
         if((long)OrderOpenTime() <= seen) continue;
         last = MathMax(last, (long)OrderOpenTime());
         sum += OrderProfit();
        }
      bool isFirst = seen == 0;
      seen = last;
      return(isFirst ? 0 : sum);
     }

   // 一步：先删挂单，再平仓（先开先平）；全部平完返回 true
   // One step: pending orders first, then positions, the oldest first. Returns true when nothing is left.
   bool CloseSome(const ulong now)
     {
      int orders[];
      int positions[];
      m_left = Select(orders, true) + Select(positions, false);
      if(m_left == 0) { Reset(); return(true); }
      if(!IsConnected()) { m_trouble = "not connected"; return(false); }
      if(TerminalInfoInteger(TERMINAL_TRADE_ALLOWED) == 0 || MQLInfoInteger(MQL_TRADE_ALLOWED) == 0)
        {
         m_trouble = "switch AutoTrading on / 请开启自动交易";
         return(false);
        }
      // 每步最多约一秒 / a step takes about a second at most.
      ulong start = GetMicrosecondCount();
      for(int i = 0; i < ArraySize(orders); i++)
        {
         if(IsWaiting(orders[i], now)) continue;
         if(IsTradeContextBusy() || GetMicrosecondCount() - start > 800000) return(false);
         ResetLastError();
         Judge(orders[i], OrderDelete(orders[i]) ? 0 : GetLastError(), now);
        }
      for(int i = 0; i < ArraySize(positions); i++)
        {
         if(IsWaiting(positions[i], now)) continue;
         if(IsTradeContextBusy() || GetMicrosecondCount() - start > 800000) return(false);
         ClosePosition(positions[i], now);
        }
      return(false);
     }

private:
   bool IsOurs(const long magic) { return(!m_ownOnly || magic == m_magic); }

   int Select(int &tickets[], const bool isPending)
     {
      ArrayResize(tickets, 0);
      for(int i = 0; i < OrdersTotal(); i++)
        {
         if(!OrderSelect(i, SELECT_BY_POS, MODE_TRADES) || !IsOurs(OrderMagicNumber())) continue;
         if(OrderType() > OP_SELLSTOP || (OrderType() > OP_SELL) != isPending) continue;
         int size = ArraySize(tickets);
         ArrayResize(tickets, size + 1);
         tickets[size] = OrderTicket();
        }
      return(ArraySize(tickets));
     }

   void ClosePosition(const int ticket, const ulong now)
     {
      if(!OrderSelect(ticket, SELECT_BY_TICKET) || OrderCloseTime() != 0) return;
      RefreshRates();
      double most = MarketInfo(OrderSymbol(), MODE_MAXLOT);
      double lots = most > 0 ? MathMin(OrderLots(), most) : OrderLots();
      double price = MarketInfo(OrderSymbol(), OrderType() == OP_BUY ? MODE_BID : MODE_ASK);
      // 每次重新报价后放宽滑点 / more slippage after each requote.
      int slippage = m_slippage << MathMin(Tries(ticket), 5);
      ResetLastError();
      Judge(ticket, OrderClose(ticket, lots, price, slippage) ? 0 : GetLastError(), now);
     }

   // 重新报价立即再试，休市等 30 秒，其他等待加倍到一分钟
   // Requotes are tried again at the next step, a closed market after 30 s, the rest after up to a minute.
   void Judge(const int ticket, const int error, const ulong now)
     {
      if(error != 0) m_trouble = "#" + IntegerToString(ticket) + ": " + IntegerToString(error);
      switch(error)
        {
         case 0:
            break;
         case 129: // 价格无效 / invalid price
         case 135: // 价格变化 / price changed
         case 136: // 无报价 / off quotes
         case 138: // 重新报价 / requote
            Wait(ticket, now);
            break;
         case 132: // 休市 / market closed
            m_trouble += " market closed / 休市";
            Wait(ticket, now + 30000);
            break;
         case 133: // 禁止交易 / trade disabled
            Wait(ticket, now + 30000);
            break;
         default:
            Wait(ticket, now + ((ulong)2000 << MathMin(Tries(ticket), 5)));
        }
     }

   int Find(const int ticket)
     {
      for(int i = ArraySize(m_tickets) - 1; i >= 0; i--) if(m_tickets[i] == ticket) return(i);
      return(-1);
     }

   int Tries(const int ticket)
     {
      int at = Find(ticket);
      return(at < 0 ? 0 : m_tries[at]);
     }

   bool IsWaiting(const int ticket, const ulong now)
     {
      int at = Find(ticket);
      return(at >= 0 && now < m_until[at]);
     }

   void Wait(const int ticket, const ulong until)
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
      m_tries[at]++;
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
