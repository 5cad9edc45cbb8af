// The terminal around a program: clock, account, files, WebRequest over real HTTP, timer, chart.
#pragma once
#include "language.h"
#include <netdb.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

// What a test sets.
struct Terminal {
  // The broker's clock is the time of its last quote. Nobody here sets it.
  long brokerMs = 1700000000000;
  bool quotes = true;
  long wallMs = 1700000000000, steadyMs = 4294967295L - 20000; // GetTickCount begins again after 20 s.
  long login = 0, leverage = 100;
  string server, name = "Customer", currency = "USD", language = "English", data = "C:\\Users\\A\\Terminal\\1", allowed;
  double balance = 10000;
  bool connected = false, tester = false, algo = true, timer = false;
  int timerFailures = 0;
  int status = 0; // The HTTP status that every WebRequest gets, where a test says so.
  std::string files = ".";
  string comment;
  std::vector<std::string> prints, calls;
} terminal;

int lastError = 0;
inline int GetLastError() { return lastError; }
inline void ResetLastError() { lastError = 0; }

inline datetime TimeGMT() { return terminal.wallMs / 1000; }
inline datetime TimeLocal() { return TimeGMT() + 8 * 3600; }
inline datetime TimeCurrent() { return terminal.brokerMs / 1000 + 2 * 3600; }
inline uint GetTickCount() { return (uint)terminal.steadyMs; }
inline ulong GetMicrosecondCount() { return (ulong)terminal.steadyMs * 1000; }
inline bool EventSetTimer(int) { return terminal.timer = terminal.timerFailures-- <= 0; }
inline void Sleep(int milliseconds) {
  terminal.steadyMs += milliseconds;
  terminal.wallMs += milliseconds;
  if (terminal.quotes) terminal.brokerMs += milliseconds;
}
inline void EventKillTimer() { terminal.timer = false; }

inline void Comment(const string &text) { terminal.comment = text; }
inline void Print(const string &about, const string &text) { terminal.prints.push_back(utf8(about + text)); }

const string _Symbol = "XAUUSD+";

enum ENUM_TERMINAL { TERMINAL_CONNECTED, TERMINAL_TRADE_ALLOWED, TERMINAL_CPU_CORES, TERMINAL_DATA_PATH, TERMINAL_LANGUAGE };
inline long TerminalInfoInteger(ENUM_TERMINAL what) {
  return what == TERMINAL_CONNECTED ? terminal.connected : what == TERMINAL_TRADE_ALLOWED ? terminal.algo : 4;
}
inline string TerminalInfoString(ENUM_TERMINAL what) { return what == TERMINAL_LANGUAGE ? terminal.language : terminal.data; }
enum ENUM_MQL { MQL_TESTER, MQL_OPTIMIZATION, MQL_TRADE_ALLOWED };
inline long MQLInfoInteger(ENUM_MQL what) { return what == MQL_TESTER ? terminal.tester : what == MQL_TRADE_ALLOWED ? terminal.algo : 0; }

double floatingProfit();
enum ENUM_ACCOUNT_INTEGER { ACCOUNT_LOGIN, ACCOUNT_LEVERAGE };
enum ENUM_ACCOUNT_STRING { ACCOUNT_SERVER, ACCOUNT_NAME, ACCOUNT_CURRENCY };
enum ENUM_ACCOUNT_DOUBLE { ACCOUNT_EQUITY, ACCOUNT_BALANCE, ACCOUNT_MARGIN_LEVEL };
inline long AccountInfoInteger(ENUM_ACCOUNT_INTEGER what) { return what == ACCOUNT_LOGIN ? terminal.login : terminal.leverage; }
inline string AccountInfoString(ENUM_ACCOUNT_STRING what) {
  return what == ACCOUNT_SERVER ? terminal.server : what == ACCOUNT_NAME ? terminal.name : terminal.currency;
}
inline double AccountInfoDouble(ENUM_ACCOUNT_DOUBLE what) {
  if (what == ACCOUNT_MARGIN_LEVEL) return std::nan("");
  return what == ACCOUNT_BALANCE ? terminal.balance : terminal.balance + floatingProfit();
}

const int INVALID_HANDLE = -1;
enum { FILE_READ = 1, FILE_WRITE = 2, FILE_TXT = 16, FILE_ANSI = 32, FILE_SHARE_READ = 128, FILE_REWRITE = 512 };
inline std::vector<FILE *> openFiles;
inline std::string pathOf(const string &name) { return terminal.files + "/" + utf8(name); }
inline int FileOpen(const string &name, int flags) {
  FILE *file = fopen(pathOf(name).c_str(), flags & FILE_WRITE ? "wb" : "rb");
  if (file == nullptr) return lastError = 5004, INVALID_HANDLE;
  openFiles.push_back(file);
  return (int)openFiles.size() - 1;
}
inline void FileClose(int handle) { fclose(openFiles[(size_t)handle]); }
inline uint FileWriteString(int handle, const string &text) {
  return (uint)fputs(utf8(text).c_str(), openFiles[(size_t)handle]);
}
inline string FileReadString(int handle) {
  std::string line;
  for (int c; (c = fgetc(openFiles[(size_t)handle])) != EOF && c != '\n';) if (c != '\r') line += (char)c;
  return string(line);
}
inline bool FileMove(const string &from, int, const string &to, int) { return rename(pathOf(from).c_str(), pathOf(to).c_str()) == 0; }

#ifdef __MQL4__
const int NOT_ALLOWED = 4060;
#else
const int NOT_ALLOWED = 4014;
#endif

inline int webError(int error) { lastError = error; return -1; }

// As a real terminal: -1 with an error, or the HTTP status; with any status but 200 the program gets no body.
inline int WebRequest(const string &method, const string &url, const string &headers, int timeout, const MqlArray<uchar> &data,
  MqlArray<uchar> &result, string &resultHeaders) {
  std::string address = utf8(url), allowed = utf8(terminal.allowed);
  result.items.clear();
  size_t api = address.find("api=");
  terminal.calls.push_back(address.substr(api + 4, address.find('&', api) - api - 4));
  if (terminal.tester || allowed.empty() || address.compare(0, allowed.size(), allowed) != 0 || address[allowed.size()] != '/') return webError(NOT_ALLOWED);
  if (terminal.status != 0) return terminal.status;
  size_t path = address.find('/', 7), colon = address.find(':', 7);
  if (address.compare(0, 7, "http://") != 0 || path == std::string::npos) return webError(5200);
  std::string host = address.substr(7, std::min(colon, path) - 7), port = colon < path ? address.substr(colon + 1, path - colon - 1) : "80";
  struct addrinfo hints = {}, *found;
  hints.ai_socktype = SOCK_STREAM;
  if (getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0) return webError(5200);
  int s = socket(found->ai_family, found->ai_socktype, 0);
  struct timeval limit = {timeout / 1000, timeout % 1000 * 1000};
  setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  bool reached = connect(s, found->ai_addr, found->ai_addrlen) == 0;
  freeaddrinfo(found);
  if (!reached) return close(s), webError(5201);
  std::string sent = utf8(method) + " " + address.substr(path) + " HTTP/1.1\r\nHost: " + host + "\r\nAccept: */*\r\nConnection: close\r\n"
    + "User-Agent: MetaTrader 5 Terminal/5.3333 (Windows NT 10.0; Win64; x64)\r\n" + utf8(headers)
    + "Content-Length: " + std::to_string(data.items.size()) + "\r\n\r\n" + std::string(data.items.begin(), data.items.end());
  if (send(s, sent.data(), sent.size(), MSG_NOSIGNAL) != (ssize_t)sent.size()) return close(s), webError(5203);
  std::string got;
  char piece[4096];
  ssize_t size;
  while ((size = recv(s, piece, sizeof piece, 0)) > 0) got.append(piece, (size_t)size);
  close(s);
  if (size < 0) return webError(5202);
  size_t end = got.find("\r\n\r\n");
  if (end == std::string::npos || got.compare(0, 7, "HTTP/1.") != 0) return webError(5203);
  resultHeaders = string(got.substr(0, end));
  int status = atoi(got.c_str() + 9);
  if (status != 200) return status;
  std::string body = got.substr(end + 4);
  if (got.substr(0, end).find("chunked") != std::string::npos) {
    std::string whole;
    for (size_t at = 0;;) {
      size_t length = strtoul(body.c_str() + at, nullptr, 16), begin = body.find("\r\n", at) + 2;
      if (length == 0 || begin + length > body.size()) break;
      whole += body.substr(begin, length);
      at = begin + length + 2;
    }
    body = whole;
  }
  result.items.assign(body.begin(), body.end());
  return 200;
}
