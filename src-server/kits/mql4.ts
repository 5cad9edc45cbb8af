import type { Kit } from './kit.ts'
import { renderMql } from './mql.ts'

/** A MetaTrader 4 expert adviser (build 600 or newer). */
export const mql4Kit: Kit = (values) => ({
  'Pulsekey.mq4': renderMql(values, {
    includes: '#include <stdlib.mqh>',
    positions: String.raw`void CountPositions(int &buys, int &sells, double &profit)
  {
   for(int i = OrdersTotal() - 1; i >= 0; i--)
     {
      if(!OrderSelect(i, SELECT_BY_POS, MODE_TRADES)) continue;
      if(OrderType() == OP_BUY) buys++;
      else if(OrderType() == OP_SELL) sells++;
      else continue;
      profit += OrderProfit() + OrderSwap() + OrderCommission();
     }
  }

void CloseAll()
  {
   for(int i = OrdersTotal() - 1; i >= 0; i--)
     {
      if(!OrderSelect(i, SELECT_BY_POS, MODE_TRADES) || OrderType() > OP_SELL) continue;
      RefreshRates();
      double price = MarketInfo(OrderSymbol(), OrderType() == OP_BUY ? MODE_BID : MODE_ASK);
      if(!OrderClose(OrderTicket(), OrderLots(), price, 30)) Print("Could not close ", OrderTicket(), ": ", ErrorDescription(GetLastError()));
     }
  }
`,
  }),
})
