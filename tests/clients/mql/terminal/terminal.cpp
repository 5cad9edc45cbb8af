// A terminal with the sample EA on its chart. Each line of stdin is a command, and each answer a line of JSON.
#ifdef KIT4
#include "mql4.h"
#else
#include "mql5.h"
#endif
#include <iostream>
#include <sstream>

#define input
inline string fromTest(const char *name) { return string(getenv(name)); }
inline int numberFromTest(const char *name) { return atoi(getenv(name)); }
#include SAMPLE

static std::string quoted(const std::string &text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\', out += c;
    else if (c == '\n') out += "\\n";
    else out += c;
  }
  return out + "\"";
}

static std::string listed(std::vector<std::string> &texts) {
  std::string out = "[";
  for (size_t i = 0; i < texts.size(); i++) out += (i > 0 ? "," : "") + quoted(texts[i]);
  texts.clear();
  return out + "]";
}

// `calls` and `prints` are those since the last answer.
static void answer() {
  std::ostringstream out;
  out << "{\"open\":" << pulsekey.MayOpen() << ",\"add\":" << pulsekey.MayAdd() << ",\"closing\":" << pulsekey.IsClosing()
      << ",\"chart\":" << quoted(utf8(terminal.comment)) << ",\"requests\":" << market.requests << ",\"pending\":" << market.pending.size()
      << ",\"balance\":" << terminal.balance << ",\"closed\":[";
  for (size_t i = 0; i < market.closed.size(); i++) out << (i > 0 ? "," : "") << market.closed[i];
  out << "],\"positions\":[";
  for (size_t i = 0; i < market.positions.size(); i++) {
    const Position &one = market.positions[i];
    out << (i > 0 ? "," : "") << "{\"symbol\":" << quoted(utf8(one.symbol)) << ",\"volume\":" << one.volume << ",\"magic\":" << one.magic
        << ",\"ticket\":" << one.ticket << "}";
  }
  out << "],\"calls\":" << listed(terminal.calls) << ",\"prints\":" << listed(terminal.prints) << "}\n";
  fputs(out.str().c_str(), stdout);
  fflush(stdout);
}

static void set(const std::string &name, const std::string &value) {
  int number = atoi(value.c_str());
  if (name == "login") terminal.login = atol(value.c_str());
  else if (name == "server") terminal.server = value;
  else if (name == "name") terminal.name = value;
  else if (name == "language") terminal.language = value;
  else if (name == "data") terminal.data = value;
  else if (name == "allowed") terminal.allowed = value;
  else if (name == "connected") terminal.connected = number != 0;
  else if (name == "tester") terminal.tester = number != 0;
  else if (name == "algo") terminal.algo = number != 0;
  else if (name == "status") terminal.status = number;
  else if (name == "now") terminal.wallMs = terminal.brokerMs = atol(value.c_str()) * 1000;
  else if (name == "clock") terminal.wallMs += atol(value.c_str()) * 1000;
  else if (name == "currency") terminal.currency = value;
  else if (name == "timerFailures") terminal.timerFailures = number;
  else if (name == "quotes") terminal.quotes = number != 0;
  else if (name == "broker") terminal.brokerMs += atol(value.c_str()) * 1000;
  else if (name == "netting") market.isNetting = number != 0;
  else if (name == "requotes") market.requotes = number;
  else if (name == "partials") market.partials = number;
  else if (name == "slow") market.slowMs = number;
  else if (name == "code") LicenceCode = value;
  else if (name == "period") PulseSeconds = number;
  else if (name == "own") OwnOnly = number != 0;
  else if (name == "testerMayOpen") TesterMayOpen = number != 0;
  else fprintf(stderr, "there is no setting %s\n", name.c_str()), exit(2);
}

static void pass(int seconds) {
  for (int i = 0; i < seconds; i++) {
    Sleep(1000);
    if (terminal.timer) OnTimer();
  }
}

static void run(std::istringstream &words, const std::string &command) {
  std::string name, value, symbol;
  int count;
  double amount;
  if (command == "set") {
    words >> name;
    std::getline(words >> std::ws, value);
    set(name, value);
  } else if (command == "init") {
    if (OnInit() != INIT_SUCCEEDED) exit(3);
  } else if (command == "deinit") OnDeinit(1);
  else if (command == "tick") OnTick();
  else if (command == "pass") words >> count, pass(count);
  else if (command == "open") {
    words >> symbol >> name >> amount >> count;
    market.open(symbol, name == "buy", amount, count);
  } else if (command == "pend") {
    words >> symbol >> amount >> count;
    market.pending.push_back({market.nextTicket++, symbol, amount, count});
  } else if (command == "price") words >> symbol >> market.quotes[symbol].bid;
  else if (command == "market") words >> symbol >> count, market.quotes[symbol].isClosed = count == 0;
  else if (command == "most") words >> symbol >> market.quotes[symbol].most;
  else if (command == "filling") words >> symbol >> market.quotes[symbol].filling;
  else if (command == "gap") words >> market.gaps >> market.gap;
  else if (command == "fail") words >> market.codes >> market.code;
  else if (command == "flow") {
    words >> amount;
    terminal.balance += amount;
    market.deals.push_back({market.nextTicket++, TimeCurrent(), 2, amount, 0});
  } else if (command == "unbind") terminal.prints.push_back(utf8(pulsekey.Unbind(LicenceCode)));
  else if (command != "state") fprintf(stderr, "there is no command %s\n", command.c_str()), exit(2);
}

int main(int, char **arguments) {
  terminal.files = arguments[1];
  for (std::string line, command; std::getline(std::cin, line);) {
    std::istringstream words(line);
    words >> command;
    run(words, command);
    answer();
  }
}
