// Pulsekey 示例 EA：把四个 .mqh/.mq4 文件放进 MQL4/Experts 的同一个文件夹，编译本文件
// A sample EA: put the files into one folder under MQL4/Experts, and compile this one.
// 允许列表 / allow the server's address: Tools, Options, Expert Advisors, "Allow WebRequest for listed URL".
#property strict
#property version "1.00"
#include "Pulsekey.mqh"

input string LicenceCode   = "";    // 卡密，可空 / licence code, may be empty
input int    PulseSeconds  = 5;     // 心跳间隔 / seconds between two pulses
input long   MagicNumber   = 10001; // 本 EA 的魔术号 / magic number of this EA
input bool   OwnOnly       = false; // 只统计和平掉本魔术号 / count and close only this magic number
input bool   ShowStatus    = true;  // 在图表上显示状态 / show the state on the chart
input bool   TesterMayOpen = true;  // 策略测试器中允许开仓 / may open in the strategy tester

CPulsekey pulsekey;

int OnInit()
  {
   // 不联网，不会失败：断网或终端未连接时由定时器再试
   // Uses no network and never fails: without a network or a connection, the timer asks again.
   pulsekey.Init(LicenceCode, PulseSeconds, MagicNumber, OwnOnly, ShowStatus, TesterMayOpen);
   return(INIT_SUCCEEDED);
  }

void OnDeinit(const int reason) { pulsekey.Deinit(); }

void OnTimer() { pulsekey.Timer(); }

// 你的策略 / your strategy.
void ManagePositions() { }
void LookForFirst() { }
void LookForMore() { }

void OnTick()
  {
   ManagePositions(); // 止损、移动止损始终运行 / stops and exits always run
   if(pulsekey.IsClosing()) return;
   if(pulsekey.MayOpen()) LookForFirst();
   if(pulsekey.MayAdd()) LookForMore();
  }
