import type { Kit } from './kit.ts'
import { renderMql } from './mql.ts'

/** A MetaTrader 5 expert adviser. */
export const mql5Kit: Kit = (values) => ({
  'Pulsekey.mq5': renderMql(values, {
    includes: '#include <Trade/Trade.mqh>',
    positions: String.raw`void CountPositions(int &buys, int &sells, double &profit)
  {
   for(int i = PositionsTotal() - 1; i >= 0; i--)
     {
      if(PositionGetTicket(i) == 0) continue;
      if(PositionGetInteger(POSITION_TYPE) == POSITION_TYPE_BUY) buys++; else sells++;
      profit += PositionGetDouble(POSITION_PROFIT) + PositionGetDouble(POSITION_SWAP);
     }
  }

void CloseAll()
  {
   CTrade trade;
   for(int i = PositionsTotal() - 1; i >= 0; i--)
     {
      ulong ticket = PositionGetTicket(i);
      if(ticket > 0 && !trade.PositionClose(ticket)) Print("Could not close ", ticket, ": ", trade.ResultRetcode());
     }
  }
`,
  }),
})
