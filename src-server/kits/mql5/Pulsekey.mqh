// Pulsekey：MetaTrader 5 与 4 的授权客户端 / the licence client for MetaTrader 5 and 4. No DLL.
// 用法见 PulsekeySample / how to use it: PulsekeySample.
#property strict
#include "PulsekeyText.mqh"
#include "PulsekeyEd25519.mqh"
#include "PulsekeySignature.mqh"
#include "PulsekeyTrade.mqh"

// 软件提供商可改这些值 / the vendor may change these values
const string PULSEKEY_ADDRESS = "{{address}}"; // 服务器地址，末尾无斜杠 / the server, without a slash at the end
const int    PULSEKEY_APP     = "{{app}}";     // 应用编号 / the application's number
const string PULSEKEY_APPKEY  = "{{appkey}}";
const string PULSEKEY_RC4KEY  = "{{rc4key}}";
const string PULSEKEY_VERSION = "{{version}}"; // 本程序的版本 / this program's version
const int    PULSEKEY_MODE    = "{{mode}}";    // 0 明文，3 RC4-2；其他模式没有卡密和版本检查 / 0 plain, 3 RC4-2; no codes and versions in others
const int    PULSEKEY_GRACE   = "{{grace_hours}}"; // 断网时仍有效的小时数 / hours that a licence lasts without an answer

// 应答签名的公钥（十六进制），空为不验签 / the public keys of answers' signatures in hex, empty for no signature
const string PULSEKEY_ANSWER_KEY      = "{{answer_key}}";
const string PULSEKEY_ANSWER_KEY_NEXT = "{{answer_key_next}}";

const int    PULSEKEY_FIRST_WAIT = 5000;   // 毫秒，之后加倍 / milliseconds, doubled after each failure
const int    PULSEKEY_LAST_WAIT  = 300000;
const int    PULSEKEY_RECHECK    = 600000; // 重新登录的间隔 / between two logins
const long   PULSEKEY_FOREVER    = 4102243200;

class CPulsekey : public CPulsekeyText
  {
private:
   CPulsekeyTrade     m_trade;
   CPulsekeySignature m_signature;
   string m_code;        // 卡密 / the licence code
   int    m_period;      // 心跳间隔，秒 / seconds between two pulses
   long   m_magic;
   bool   m_show, m_silent, m_testerOpen;
   string m_account;     // 账号@服务器，未连接时为空 / account@server, empty until the terminal is connected
   string m_file, m_machine;

   uint   m_tick;        // 上次的 GetTickCount / the last GetTickCount
   ulong  m_ms;          // 运行毫秒数 / milliseconds of running
   ulong  m_connectedAt, m_next, m_nextLogon, m_nextSave;
   ulong  m_wait;        // 当前退避 / the present back-off
   long   m_quoteTime;   // 经纪商最后报价的时间 / the time of the broker's last quote
   ulong  m_quoteAt;
   int    m_calls;

   // 保存在文件中 / kept in the file
   long   m_skew;            // 服务器时间减本机时间 / server's clock minus ours
   long   m_given, m_end;    // 最近一次成功的时间，到期时间 / time of the last good answer, end of the licence
   long   m_givenQuote;      // 当时的报价时间，无报价时为 0 / the quote's time then, 0 without quotes
   ulong  m_clock;           // 见过的最大时间，毫秒 / the largest time seen, milliseconds
   double m_peak;            // 净值最高点 / the highest equity
   long   m_flowSeen;        // 已计入的最后一次出入金 / the last deposit or withdrawal in the peak
   bool   m_pauseOpen, m_pauseAdd, m_closing;
   string m_codeSent;        // 已用过的卡密（摘要）/ the code that was used, as a digest

   bool   m_online, m_mustUpdate, m_changed;
   string m_codeTried, m_license, m_problem, m_codeText, m_update, m_buyUrl;
   string m_names[];
   string m_values[];

public:
   CPulsekey()
     {
      m_silent = false;
      m_show = false;
      m_testerOpen = false;
      m_ms = 0;
      m_quoteTime = 0;
      m_quoteAt = 0;
      Forget();
     }

   // 在 OnInit 中调用：不联网，不会失败 / call it in OnInit: it uses no network and never fails.
   void Init(const string code, const int period, const long magic, const bool ownOnly, const bool show, const bool testerOpen)
     {
      m_silent = MQLInfoInteger(MQL_TESTER) != 0 || MQLInfoInteger(MQL_OPTIMIZATION) != 0;
      m_testerOpen = testerOpen;
      m_code = Trim(code);
      m_period = MathMax(1, period);
      m_magic = magic;
      m_show = show;
      m_trade.Setup(magic, ownOnly);
      m_tick = GetTickCount();
      m_ms = 0;
      m_calls = 0;
      m_skew = 0;
      m_quoteTime = (long)TimeCurrent();
      m_quoteAt = 0;
      Forget();
      // 终端刚启动时偶尔失败 / it sometimes fails at a terminal's start.
      for(int i = 0; i < 10 && !m_silent && !EventSetTimer(1); i++) Sleep(100);
     }

   // 在 OnDeinit 中调用 / call it in OnDeinit.
   void Deinit()
     {
      if(m_silent) return;
      EventKillTimer();
      if(m_account != "") Save();
      if(m_show) Comment("");
     }

   // 在 OnTimer 中调用，每秒一次 / call it in OnTimer, every second.
   void Timer()
     {
      if(m_silent) return;
      Advance();
      if(IsReady())
        {
         if(m_closing) CloseStep();
         if(m_ms >= m_next) Contact();
         if(m_changed || m_ms >= m_nextSave) Save();
        }
      if(m_show) Comment(Status());
     }

   // 可以开首单吗 / may the strategy open a first position?
   bool MayOpen() { return(m_silent ? m_testerOpen : Runs() && !m_pauseOpen); }
   // 可以加仓吗 / may it add to a position?
   bool MayAdd() { return(m_silent ? m_testerOpen : Runs() && !m_pauseAdd); }
   // 正在全部平仓 / is a "close all" under way?
   bool IsClosing() { return(m_closing); }

   // 授权有效；无应答时在宽限期内有效 / licensed by the last answer, or in the hours of grace without one.
   bool IsLicensed()
     {
      if(m_given == 0) return(false);
      Advance();
      long now = (long)(m_clock / 1000);
      // 没有人能把经纪商的时钟调回去（留一小时给夏令时）/ nobody sets the broker's clock back (an hour is for summer time).
      if(m_givenQuote > 0) now = MathMax(now, m_given + m_quoteTime - m_givenQuote - 3600);
      if(now >= m_end) return(false);
      return(m_online || now < m_given + (long)PULSEKEY_GRACE * 3600);
     }

   // 交易账户的卡密不能解绑，服务器会说明下一步 / a trading account's code isn't unbound here: the answer names the next step.
   string Unbind(const string code)
     {
      Begin();
      Add("kami", Trim(code));
      Add("markcode", m_account);
      string reply = Call("kmunmachine", PULSEKEY_MODE == 3);
      return(reply == "" ? m_problem : Field(reply, "code") + " " + Field(reply, "msg"));
     }

   // WebRequest 允许列表中的一行 / the line for the list of allowed addresses.
   string AllowedLine()
     {
      int host = StringFind(PULSEKEY_ADDRESS, "://");
      int path = StringFind(PULSEKEY_ADDRESS, "/", host < 0 ? 0 : host + 3);
      return(path < 0 ? PULSEKEY_ADDRESS : StringSubstr(PULSEKEY_ADDRESS, 0, path));
     }

   // 图表上的状态 / what the chart shows.
   string Status()
     {
      string text = "Pulsekey " + PULSEKEY_VERSION + "  " + m_account;
      if(m_account == "") return(text + "\n" + Say("waiting for the terminal's connection", "等待终端连接"));
      if(!IsLicensed()) text += "\n" + Say("no licence", "无授权");
      else text += "\n" + Say("licensed until ", "授权至 ") + EndText(m_end) + " " + m_license;
      if(IsLicensed() && !m_online) text += "\n" + Say("no answer, in the hours of grace", "无应答，宽限期内");
      if(m_given > 0) text += "\n" + Say("last contact ", "最近联系 ") + TimeToString((datetime)m_given, TIME_DATE | TIME_SECONDS) + " UTC";
      if(m_pauseOpen) text += "\n" + Say("paused: no first positions", "已暂停开首单");
      if(m_pauseAdd) text += "\n" + Say("paused: no additions", "已暂停加仓");
      if(m_closing) text += "\n" + Say("closing all, left: ", "正在全部平仓，剩余：") + IntegerToString(m_trade.Left()) + " " + m_trade.Trouble();
      if(m_update != "") text += "\n" + (m_mustUpdate ? Say("update needed: ", "必须更新：") : Say("new version: ", "新版本：")) + m_update;
      if(m_codeText != "") text += "\n" + Say("code: ", "卡密：") + m_codeText;
      if(m_problem != "") text += "\n" + m_problem;
      if(m_buyUrl != "" && !IsLicensed()) text += "\n" + m_buyUrl;
      return(text);
     }

private:
   bool SpeaksCodes() { return(PULSEKEY_MODE == 0 || PULSEKEY_MODE == 3); }
   bool Runs() { return(m_account != "" && IsLicensed() && !m_mustUpdate && !m_closing); }

   void Forget()
     {
      m_account = "";
      m_file = "";
      m_codeSent = "";
      m_codeTried = "";
      m_license = "";
      m_problem = "";
      m_codeText = "";
      m_update = "";
      m_buyUrl = "";
      m_connectedAt = 0;
      m_next = 0;
      m_nextLogon = 0;
      m_nextSave = 0;
      m_wait = 0;
      m_clock = 0;
      m_given = 0;
      m_givenQuote = 0;
      m_end = 0;
      m_flowSeen = 0;
      m_peak = 0;
      m_pauseOpen = false;
      m_pauseAdd = false;
      m_closing = false;
      m_online = false;
      m_mustUpdate = false;
      m_changed = false;
     }

   // GetTickCount 每 49 天归零，差值仍正确；把时钟调回去不会延长宽限期
   // GetTickCount begins again after 49 days, its difference is right. A clock set back lengthens nothing.
   void Advance()
     {
      uint tick = GetTickCount();
      uint passed = tick - m_tick;
      m_tick = tick;
      m_ms += passed;
      m_clock = MathMax(m_clock + passed, (ulong)MathMax(0, Now()) * 1000);
      long quoteTime = (long)TimeCurrent();
      // 周末没有报价，启动时是旧报价 / no quotes come on a weekend, and an old one at the start.
      if(quoteTime > m_quoteTime && quoteTime < m_quoteTime + 120) m_quoteAt = m_ms;
      m_quoteTime = quoteTime;
     }

   long Now() { return((long)TimeGMT() + m_skew); }

   // 终端启动时账号为 0 或服务器名为空；持仓在连接后片刻才载入
   // At a terminal's start the account is 0 or the server's name is empty. Positions load a moment after the connection.
   bool IsReady()
     {
      long login = AccountInfoInteger(ACCOUNT_LOGIN);
      string server = AccountInfoString(ACCOUNT_SERVER);
      string account = login > 0 && server != "" ? IntegerToString(login) + "@" + server : "";
      if(m_account != "" && account != "" && account != m_account) { Save(); Forget(); }
      if(m_account != "") return(true);
      if(account == "" || TerminalInfoInteger(TERMINAL_CONNECTED) == 0) { m_connectedAt = 0; return(false); }
      if(m_connectedAt == 0) m_connectedAt = m_ms + 1;
      if(m_ms < m_connectedAt + 1000) return(false);
      m_account = account;
      m_machine = TerminalInfoString(TERMINAL_DATA_PATH) + IntegerToString(TerminalInfoInteger(TERMINAL_CPU_CORES));
      m_file = "Pulsekey_" + IntegerToString(PULSEKEY_APP) + "_" + IntegerToString(login) + "_"
         + StringSubstr(Md5(account + "/" + IntegerToString(m_magic)), 0, 8) + ".txt";
      Load();
      return(true);
     }

   // 登录（必要时先激活）、版本、心跳 / the login (with the code where one is needed), the version, the pulse.
   void Contact()
     {
      if(m_online && m_given > 0 && m_ms < m_nextLogon && (long)(m_clock / 1000) < m_end) { Pulse(); return; }
      if(!LogOn()) return;
      m_nextLogon = m_ms + Jitter(PULSEKEY_RECHECK);
      AskVersion();
      Pulse();
     }

   bool LogOn()
     {
      string reply = AskAccount();
      if(reply == "") { Unanswered(); return(false); }
      if(NeedsCode(reply))
        {
         bool isTrial = Field(reply, "code") == "200";
         if(!isTrial) EndLicence(reply);
         if(Activate(Field(reply, "vip"), Field(reply, "license"))) reply = AskAccount();
         else if(!isTrial) reply = "";
         if(reply == "") { Unanswered(); return(false); }
        }
      if(Field(reply, "code") != "200") { Refused(reply); return(false); }
      m_license = Field(reply, "license");
      if(m_license != "TRIAL") m_codeSent = "";
      m_end = StringToInteger(Field(reply, "vip"));
      m_buyUrl = Field(reply, "buy_url");
      Granted(reply);
      return(true);
     }

   string AskAccount()
     {
      Begin();
      Add("account_key", m_account);
      return(Call("mt5logon", false));
     }

   // 无授权、已到期或试用中，且此卡密在这个到期时间还没用过
   // No licence, an ended one or a trial, and the code wasn't sent for this end yet.
   bool NeedsCode(const string reply)
     {
      string code = Field(reply, "code");
      bool isTrial = code == "200" && Field(reply, "license") == "TRIAL";
      if(m_code == "" || (code != "404" && code != "201" && !isTrial)) return(false);
      string mark = CodeMark(Field(reply, "vip"), Field(reply, "license"));
      return(mark != m_codeSent && mark != m_codeTried);
     }

   string CodeMark(const string end, const string license)
     {
      return(StringSubstr(Md5(m_code + "/" + (license == "TRIAL" ? license : end)), 0, 16));
     }

   // 成功后记在文件中；被拒的卡密下次启动再试一次
   // A success is kept in the file, a refused code is tried once a start. Returns false without an answer.
   bool Activate(const string end, const string license)
     {
      string reply = "";
      if(SpeaksCodes())
        {
         Begin();
         Add("kami", m_code);
         Add("markcode", m_account);
         reply = Call("kmlogon", PULSEKEY_MODE == 3);
         if(reply == "") return(false);
        }
      m_codeTried = CodeMark(end, license);
      m_codeText = reply == "" ? Say("not possible in this traffic mode", "此加密方式不支持") : Field(reply, "code") + " " + Field(reply, "msg");
      if(Field(reply, "code") != "200") return(true);
      m_codeText = "";
      m_codeSent = m_codeTried;
      m_codeTried = "";
      Save();
      return(true);
     }

   void AskVersion()
     {
      if(!SpeaksCodes()) return;
      Begin();
      string reply = Call("ini", PULSEKEY_MODE == 3);
      if(reply == "" || Field(reply, "code") != "200") return;
      string newest = Field(reply, "version");
      bool isNewer = newest != "" && IsNewer(newest, PULSEKEY_VERSION);
      m_update = isNewer ? newest + " " + Field(reply, "app_update_show") + " " + Field(reply, "app_update_url") : "";
      m_mustUpdate = isNewer && Field(reply, "app_update_must") == "y";
     }

   void Pulse()
     {
      int buys = 0, sells = 0, pending = 0;
      double profit = 0, equity = AccountInfoDouble(ACCOUNT_EQUITY);
      m_trade.Count(buys, sells, pending, profit);
      double flow = m_trade.Flow(m_flowSeen);
      m_peak = MathMax(m_peak + flow, equity);
      Begin();
      Add("account_key", m_account);
      AddAmount("equity", equity);
      AddAmount("balance", AccountInfoDouble(ACCOUNT_BALANCE));
      AddAmount("dd", m_peak > 0 ? (m_peak - equity) / m_peak * 100 : 0);
      // 挂单未删完就不算已平 / an account with pending orders left isn't flat.
      Add("positions", IntegerToString(m_closing && buys + sells == 0 ? pending : buys + sells));
      Add("buy_pos", IntegerToString(buys));
      Add("sell_pos", IntegerToString(sells));
      AddAmount("float_pnl", profit);
      AddAmount("margin_level", AccountInfoDouble(ACCOUNT_MARGIN_LEVEL));
      Add("symbol", _Symbol);
      Add("currency", StringSubstr(AccountInfoString(ACCOUNT_CURRENCY), 0, 8));
      Add("program_version", StringSubstr(PULSEKEY_VERSION, 0, 32));
      Add("magic", IntegerToString(m_magic));
      Add("leverage", IntegerToString(AccountInfoInteger(ACCOUNT_LEVERAGE)));
      Add("account_name", StringSubstr(AccountInfoString(ACCOUNT_NAME), 0, 64));
      AddAmount("day_profit", m_trade.DayProfit());
      Add("pending_orders", IntegerToString(pending));
      string reply = Call("mt5pulse", false);
      if(reply == "") { Unanswered(); return; }
      if(Field(reply, "code") != "200")
        {
         // 由登录决定；172、173 只是未开通心跳 / the login decides. 172 and 173: there are no pulses, which ends no licence.
         Refused(reply);
         bool isOff = Field(reply, "code") == "172" || Field(reply, "code") == "173";
         if(LogOn() && isOff) m_next = m_ms + Jitter(PULSEKEY_RECHECK);
         return;
        }
      Granted(reply);
      bool pauseOpen = Field(reply, "pause_open") == "1", pauseAdd = Field(reply, "pause_add") == "1";
      if(pauseOpen != m_pauseOpen || pauseAdd != m_pauseAdd) m_changed = true;
      m_pauseOpen = pauseOpen;
      m_pauseAdd = pauseAdd;
      if(Field(reply, "close_all") != "1") return;
      // 指令只来一次，先存盘 / the order comes once: on disk first.
      m_closing = true;
      Save();
      CloseStep();
     }

   void CloseStep()
     {
      if(!m_trade.CloseSome(m_ms)) return;
      m_closing = false;
      m_changed = true;
      m_next = m_ms;
     }

   void Granted(const string reply)
     {
      if(m_given == 0) m_changed = true;
      m_given = StringToInteger(Field(reply, "time"));
      m_clock = (ulong)m_given * 1000;
      m_givenQuote = m_quoteAt > 0 && m_ms < m_quoteAt + 60000 ? m_quoteTime : 0;
      m_online = true;
      m_problem = "";
      m_wait = 0;
      m_next = m_ms + Jitter(m_period * 1000);
     }

   // 拒绝立即生效 / a refusal acts at once.
   void EndLicence(const string reply)
     {
      m_given = 0;
      m_end = 0;
      m_online = false;
      m_changed = true;
      m_buyUrl = Field(reply, "buy_url");
     }

   void Refused(const string reply)
     {
      EndLicence(reply);
      Report(Say("refused: ", "已拒绝：") + Field(reply, "code") + " " + Field(reply, "msg"));
      BackOff();
     }

   void Unanswered()
     {
      m_online = false;
      BackOff();
     }

   void BackOff()
     {
      m_wait = m_wait == 0 ? PULSEKEY_FIRST_WAIT : MathMin(m_wait * 2, PULSEKEY_LAST_WAIT);
      m_next = m_ms + Jitter(m_wait);
     }

   void Report(const string problem)
     {
      if(problem != m_problem) Print("Pulsekey: ", problem);
      m_problem = problem;
     }

   void Begin() { ArrayResize(m_names, 0); ArrayResize(m_values, 0); }

   void Add(const string name, const string value)
     {
      int size = ArraySize(m_names);
      ArrayResize(m_names, size + 1);
      ArrayResize(m_values, size + 1);
      m_names[size] = name;
      m_values[size] = value;
     }

   void AddAmount(const string name, const double amount)
     {
      if(MathIsValidNumber(amount)) Add(name, DoubleToString(amount, 2));
     }

   // 回答的文本；没有应答、应答不可信或服务器暂不可用时为空
   // The answer; empty when none came, when it isn't the server's, or when the server can't serve now.
   string Call(const string api, const bool isSealed)
     {
      for(int attempt = 0; attempt < 2; attempt++)
        {
         string reply = Send(api, isSealed);
         if(reply == "") return("");
         int code = (int)StringToInteger(Field(reply, "code"));
         m_skew = StringToInteger(Field(reply, "time")) - (long)TimeGMT();
         // 别的账户的应答不算应答 / an answer about another account is no answer.
         if(code == 200 && StringFind(api, "mt5") == 0 && Field(reply, "account_key") != Plain(m_account))
           {
            Report(Say("the answer is about another account", "应答属于其他账户"));
            return("");
           }
         // 时钟不准：已校正，再问一次 / a wrong clock: corrected, so ask once more.
         bool isLate = code == 105 || code == 108;
         if(isLate && attempt == 0) continue;
         if(!isLate && code != 170 && code != 171 && code != 429 && code < 500) return(reply);
         Report(Say("the server can't answer now: ", "服务器暂不可用：") + Field(reply, "code") + " " + Field(reply, "msg"));
         return("");
        }
      return("");
     }

   string Send(const string api, const bool isSealed)
     {
      string text = "", body = "";
      string t = IntegerToString(Now());
      for(int i = 0; i < ArraySize(m_names); i++)
        {
         text += m_names[i] + "=" + m_values[i] + "&";
         body += m_names[i] + "=" + Escape(m_values[i]) + "&";
        }
      text += "t=" + t + "&";
      string sign = Md5(text + PULSEKEY_APPKEY);
      string value = Random();
      if(isSealed) body = "data=" + Seal(text + "sign=" + sign, PULSEKEY_RC4KEY);
      else body += "t=" + t + "&sign=" + sign;
      uchar sent[];
      uchar got[];
      ToBytes(body + "&value=" + value, sent);
      string url = PULSEKEY_ADDRESS + "/api.php?api=" + api + "&app=" + IntegerToString(PULSEKEY_APP);
      string headers;
      ResetLastError();
      int status = WebRequest("POST", url, "Content-Type: application/x-www-form-urlencoded\r\n", 5000, sent, got, headers);
      if(status != 200) { ReportNetwork(status, GetLastError()); return(""); }
      string reply = CharArrayToString(got, 0, WHOLE_ARRAY, CP_UTF8);
      if(isSealed && StringSubstr(reply, 0, 1) != "{") reply = Unseal(reply, PULSEKEY_RC4KEY);
      string call = Field(reply, "time") + "\n" + value + "\n" + api;
      if(PULSEKEY_ANSWER_KEY != "" && !m_signature.IsGood(headers, call, got, PULSEKEY_ANSWER_KEY, PULSEKEY_ANSWER_KEY_NEXT))
        {
         Report(Say("the answer has no good signature", "应答签名无效"));
         return("");
        }
      if(Field(reply, "check") == Md5(Field(reply, "time") + PULSEKEY_APPKEY + value)) return(reply);
      Report(Say("the answer isn't from the licence server", "应答不是来自授权服务器"));
      return("");
     }

   // MT5 4014 与 MT4 4060：地址不在允许列表中 / the address isn't in the list of allowed addresses.
   void ReportNetwork(const int status, const int error)
     {
      if(status == -1 && (error == 4014 || error == 4060))
         Report(Say("Tools, Options, Expert Advisors: allow WebRequest for ", "工具-选项-EA交易：允许 WebRequest 访问 ") + AllowedLine());
      else
         Report(Say("no answer from ", "无应答：") + AllowedLine() + " (" + IntegerToString(status) + "/" + IntegerToString(error) + ")");
     }

   // 文件一行：内容与摘要；被改过或来自别处的文件无效
   // One line: what is kept, and a digest. An edited file, or one from elsewhere, is worth nothing.
   string Digest(const string kept) { return(Md5(kept + PULSEKEY_APPKEY + m_account + m_machine)); }

   void Save()
     {
      string kept = "1|" + IntegerToString(m_given) + "|" + IntegerToString(m_end) + "|" + IntegerToString((long)m_clock) + "|" + DoubleToString(m_peak, 2)
         + "|" + IntegerToString(m_flowSeen) + "|" + IntegerToString(m_pauseOpen ? 1 : 0) + "|" + IntegerToString(m_pauseAdd ? 1 : 0)
         + "|" + IntegerToString(m_closing ? 1 : 0) + "|" + m_codeSent + "|" + IntegerToString(m_skew) + "|" + IntegerToString(m_givenQuote) + "|";
      m_nextSave = m_ms + 60000;
      int handle = FileOpen(m_file + ".new", FILE_WRITE | FILE_TXT | FILE_ANSI);
      if(handle == INVALID_HANDLE) { Report(Say("can't write the file ", "无法写文件 ") + m_file); return; }
      FileWriteString(handle, kept + Digest(kept) + "\r\n");
      FileClose(handle);
      m_changed = !FileMove(m_file + ".new", 0, m_file, FILE_REWRITE);
     }

   void Load()
     {
      int handle = FileOpen(m_file, FILE_READ | FILE_TXT | FILE_ANSI | FILE_SHARE_READ);
      if(handle == INVALID_HANDLE) return;
      string line = FileReadString(handle);
      FileClose(handle);
      string part[];
      if(StringSplit(line, '|', part) != 13 || part[0] != "1") return;
      string kept = "";
      for(int i = 0; i < 12; i++) kept += part[i] + "|";
      if(part[12] != Digest(kept)) return;
      m_given = StringToInteger(part[1]);
      m_end = StringToInteger(part[2]);
      m_peak = StringToDouble(part[4]);
      m_flowSeen = StringToInteger(part[5]);
      m_pauseOpen = part[6] == "1";
      m_pauseAdd = part[7] == "1";
      m_closing = part[8] == "1";
      m_codeSent = part[9];
      m_skew = StringToInteger(part[10]);
      m_givenQuote = StringToInteger(part[11]);
      m_clock = MathMax((ulong)StringToInteger(part[3]), (ulong)MathMax(0, Now()) * 1000);
     }

   string Say(const string english, const string chinese)
     {
      return(StringFind(TerminalInfoString(TERMINAL_LANGUAGE), "Chinese") == 0 ? chinese : english);
     }

   string EndText(const long seconds)
     {
      return(seconds >= PULSEKEY_FOREVER ? Say("for ever", "永久") : TimeToString((datetime)seconds, TIME_DATE | TIME_MINUTES) + " UTC");
     }

   // 每次不同 / different each time.
   string Random()
     {
      m_calls++;
      return(StringSubstr(Md5(IntegerToString((long)GetMicrosecondCount()) + "/" + IntegerToString(GetTickCount()) + "/" + IntegerToString((long)TimeLocal())
         + "/" + IntegerToString(m_calls) + m_account + m_machine + PULSEKEY_APPKEY), 0, 16));
     }

   // ±20%
   ulong Jitter(const ulong milliseconds)
     {
      uchar bytes[];
      ToBytes(Random(), bytes);
      return(milliseconds * (ulong)(80 + (bytes[0] * 7 + bytes[1] * 13 + bytes[2]) % 41) / 100);
     }

  };
