#property strict
#include <Trade/Trade.mqh>
// The vendor may change the values below. 以下设置可以修改。
const string ADDRESS = "{{address}}"; // your server; also under Tools, Options, Expert Advisors
const int APPID = "{{app}}";
const string APPKEY = "{{appkey}}";
const string RC4KEY = "{{rc4key}}"; // the mt5 endpoints are always plain
const string VERSION = "{{version}}";
input int PulseSeconds = 5;

bool Licensed = false, PauseOpen = true, PauseAdd = true;
double Peak = 0;

int OnInit()
  {
   if(!AskLicence()) return(INIT_FAILED);
   EventSetTimer(PulseSeconds);
   return(INIT_SUCCEEDED);
  }

void OnDeinit(const int reason) { EventKillTimer(); }

// The strategy goes here: open nothing when PauseOpen, add nothing when PauseAdd.
void OnTick() { if(!Licensed) return; }

void OnTimer() { SendPulse(); }

bool AskLicence()
  {
   string reply = Call("mt5logon", Identity());
   Licensed = Field(reply, "code") == "200";
   if(!Licensed) Alert("No licence: ", Field(reply, "msg"));
   return(Licensed);
  }

void SendPulse()
  {
   int buys = 0, sells = 0;
   double profit = 0, equity = AccountInfoDouble(ACCOUNT_EQUITY);
   CountPositions(buys, sells, profit);
   Peak = MathMax(Peak, equity);
   double dd = Peak > 0 ? (Peak - equity) / Peak * 100 : 0;
   string reply = Call("mt5pulse", Identity()
      + "&equity=" + DoubleToString(equity, 2) + "&balance=" + DoubleToString(AccountInfoDouble(ACCOUNT_BALANCE), 2)
      + "&dd=" + DoubleToString(dd, 2) + "&positions=" + IntegerToString(buys + sells)
      + "&buy_pos=" + IntegerToString(buys) + "&sell_pos=" + IntegerToString(sells)
      + "&float_pnl=" + DoubleToString(profit, 2)
      + "&margin_level=" + DoubleToString(AccountInfoDouble(ACCOUNT_MARGIN_LEVEL), 2)
      + "&symbol=" + Escape(_Symbol));
   if(reply == "") return; // not reached: keep what was said last
   Licensed = Field(reply, "code") == "200";
   PauseOpen = !Licensed || Field(reply, "pause_open") == "1";
   PauseAdd = !Licensed || Field(reply, "pause_add") == "1";
   if(Field(reply, "close_all") == "1") CloseAll(); // said once
  }

string Identity()
  {
   return("account_key=" + Escape(IntegerToString(AccountInfoInteger(ACCOUNT_LOGIN)) + "@" + AccountInfoString(ACCOUNT_SERVER)));
  }

// The reply's text; empty when the server can't be reached or the reply isn't its own.
string Call(string api, string body)
  {
   string value = IntegerToString(GetTickCount()) + IntegerToString(MathRand());
   uchar sent[], got[];
   string headers;
   // By bytes, and without the zero that ends a string.
   int length = StringToCharArray(body + "&value=" + value, sent, 0, WHOLE_ARRAY, CP_UTF8) - 1;
   ArrayResize(sent, length);
   string url = ADDRESS + "/api.php?api=" + api + "&app=" + IntegerToString(APPID);
   int status = WebRequest("POST", url, "Content-Type: application/x-www-form-urlencoded\r\n", 5000, sent, got, headers);
   if(status != 200)
     {
      Print("The licence server cannot be reached: ", status, " error ", GetLastError());
      return("");
     }
   string reply = CharArrayToString(got, 0, WHOLE_ARRAY, CP_UTF8);
   if(Field(reply, "check") == Md5(Field(reply, "time") + APPKEY + value)) return(reply);
   Print("The reply is not from the licence server");
   return("");
  }

// A field of the flat JSON as text.
string Field(string json, string name)
  {
   int at = StringFind(json, "\"" + name + "\":");
   if(at < 0) return("");
   at += StringLen(name) + 3;
   bool quoted = StringGetCharacter(json, at) == '"';
   if(quoted) at++;
   int end = at;
   while(end < StringLen(json))
     {
      ushort c = StringGetCharacter(json, end);
      if(quoted ? c == '"' : (c == ',' || c == '}')) break;
      end++;
     }
   return(StringSubstr(json, at, end - at));
  }

string Escape(string text)
  {
   uchar bytes[];
   int length = StringToCharArray(text, bytes, 0, WHOLE_ARRAY, CP_UTF8) - 1;
   string out = "";
   for(int i = 0; i < length; i++) out += StringFormat("%%%02X", bytes[i]);
   return(out);
  }

string Md5(string text)
  {
   uchar bytes[], key[], digest[];
   int length = StringToCharArray(text, bytes, 0, WHOLE_ARRAY, CP_UTF8) - 1;
   ArrayResize(bytes, length);
   string out = "";
   if(CryptEncode(CRYPT_HASH_MD5, bytes, key, digest) <= 0) return(out);
   for(int i = 0; i < ArraySize(digest); i++) out += StringFormat("%02x", digest[i]);
   return(out);
  }

void CountPositions(int &buys, int &sells, double &profit)
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
