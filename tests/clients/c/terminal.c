/* An MT5 terminal's WebRequest with nine arguments: a form whose last value ends in a NUL; the program searches the answer. */
#include "http.h"
#include "md5.h"

static int number(const char *body, const char *name) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":", name);
  const char *at = strstr(body, key);
  return at ? atoi(at + strlen(key)) : -1;
}

/* StringToCharArray appends the NUL, and the whole array is sent. */
static void post(int port, const char *app, const char *api, const char *form, char *body, int room) {
  char request[4096];
  int size = (int)strlen(form) + 1;
  int head = snprintf(request, sizeof request,
                      "POST /api.php?api=%s&app=%s HTTP/1.1\r\nHost: x\r\nUser-Agent: MetaTrader 5 Terminal/5.3333 (Windows NT 10.0; Win64; x64)\r\n"
                      "Accept: */*\r\nAccept-Encoding: gzip, deflate\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\nConnection: close\r\n\r\n",
                      api, app, size);
  memcpy(request + head, form, size);
  if (exchange(port, request, head + size, body, room) != 200) exit(4);
}

int main(int count, char **given) {
  if (count != 5) return 2;
  int port = atoi(given[1]);
  const char *app = given[2], *appkey = given[3], *account = given[4];
  char form[512], body[8192], text[256], check[33];

  snprintf(form, sizeof form, "account_key=%s&value=mql", account);
  post(port, app, "mt5logon", form, body, sizeof body);
  const char *time = strstr(body, "\"time\":"), *said = strstr(body, "\"check\":\"");
  if (!time || !said) return 3;
  snprintf(text, sizeof text, "%.10s%smql", time + 7, appkey);
  md5_hex(text, check);
  printf("mt5logon %d %s\n", number(body, "code"), strncmp(check, said + 9, 32) ? "forged" : "ok");

  for (int turn = 0; turn < 2; turn++) {
    snprintf(form, sizeof form, "account_key=%s&equity=1000.50&dd=-nan(ind)&positions=2&symbol=XAUUSD+", account);
    post(port, app, "mt5pulse", form, body, sizeof body);
    printf("mt5pulse %d close_all=%d telemetry_ok=%d\n", number(body, "code"), number(body, "close_all"), number(body, "telemetry_ok"));
  }
  return 0;
}
