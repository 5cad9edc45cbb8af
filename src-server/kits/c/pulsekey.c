/* cc pulsekey.c -o pulsekey (Windows: add -lws2_32); ./pulsekey CODE MACHINE */
/* The vendor may change the values below. 以下设置可以修改。 */
#define ADDRESS "{{address}}" /* your server */
#define APPID "{{app}}"
#define APPKEY "{{appkey}}"
#define RC4KEY "{{rc4key}}"
#define VERSION "{{version}}"
#define MODE "{{mode}}"
#define USE_RC4 (MODE == 3)
#include "digests.h"
#include <time.h>
#ifdef _WIN32
#include <winsock2.h>
#include <ws2tcpip.h>
#define close closesocket
#else
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

static void escape(const char *text, char *out) {
  for (; *text; text++) out += sprintf(out, "%%%02X", (unsigned char)*text);
  *out = 0;
}

/* The address in its parts: http://HOST:PORT/FOLDER */
static char host[256], port[8] = "80", folder[256];

static void read_address(void) {
  sscanf(ADDRESS, "http://%255[^:/]:%7[0-9]", host, port);
  const char *slash = strchr(ADDRESS + 7, '/');
  if (slash != NULL) snprintf(folder, sizeof folder, "%s", slash);
}

/* Sends a POST and leaves the reply's body in out; 0 when the server can't be reached. */
static int post(const char *body, char *out, size_t room) {
  struct addrinfo hints = {0}, *found;
  hints.ai_socktype = SOCK_STREAM;
  if (getaddrinfo(host, port, &hints, &found) != 0) return 0;
  int s = (int)socket(found->ai_family, found->ai_socktype, found->ai_protocol);
  int reached = connect(s, found->ai_addr, (int)found->ai_addrlen) == 0;
  freeaddrinfo(found);
  if (!reached) return 0;
  char head[1024];
  int size = snprintf(head, sizeof head,
    "POST %s/api.php?api=kmlogon&app=%d HTTP/1.0\r\nHost: %s\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %u\r\n\r\n",
    folder, APPID, host, (unsigned)strlen(body));
  if (send(s, head, size, 0) != size || send(s, body, (int)strlen(body), 0) != (int)strlen(body)) return 0;
  size_t length = 0;
  for (int got; length < room - 1 && (got = (int)recv(s, out + length, (int)(room - 1 - length), 0)) > 0;)
    length += (size_t)got;
  close(s);
  out[length] = 0;
  char *start = strstr(out, "\r\n\r\n");
  if (start == NULL) return 0;
  memmove(out, start + 4, strlen(start + 4) + 1);
  return 1;
}

int main(int count, char **arguments) {
  if (count != 3 || strlen(arguments[1]) > 64 || strlen(arguments[2]) > 256) {
    fputs("usage: pulsekey CODE MACHINE\n", stderr);
    return 2;
  }
#ifdef _WIN32
  WSADATA started;
  WSAStartup(MAKEWORD(2, 2), &started);
#endif
  char text[1024], keyed[1200], sign[33], body[4096], reply[16384];
  long now = (long)time(NULL);
  snprintf(text, sizeof text, "kami=%s&markcode=%s&t=%ld&", arguments[1], arguments[2], now);
  snprintf(keyed, sizeof keyed, "%s%s", text, APPKEY);
  md5_hex(keyed, sign);
  if (USE_RC4) {
    snprintf(keyed, sizeof keyed, "%ssign=%s", text, sign);
    size_t length = strlen(keyed);
    rc4(RC4KEY, (unsigned char *)keyed, length);
    strcpy(body, "data=");
    to_hex((unsigned char *)keyed, length, body + 5);
  } else {
    char kami[64 * 3 + 1], machine[256 * 3 + 1];
    escape(arguments[1], kami);
    escape(arguments[2], machine);
    snprintf(body, sizeof body, "kami=%s&markcode=%s&t=%ld&sign=%s", kami, machine, now, sign);
  }
  read_address();
  if (!post(body, reply, sizeof reply)) {
    fputs("the server cannot be reached\n", stderr);
    return 3;
  }
  if (USE_RC4) {
    size_t length = from_hex(reply, (unsigned char *)reply);
    rc4(RC4KEY, (unsigned char *)reply, length);
    reply[length] = 0;
  }
  /* The check proves that the reply is the server's. */
  const char *when = strstr(reply, "\"time\":"), *check = strstr(reply, "\"check\":\"");
  if (when == NULL || check == NULL) return 3;
  snprintf(keyed, sizeof keyed, "%ld%s", atol(when + 7), APPKEY);
  md5_hex(keyed, sign);
  if (strncmp(check + 9, sign, 32) != 0) return 3;
  if (strncmp(reply, "{\"code\":200,", 12) != 0) {
    printf("refused: %s\n", reply);
    return 1;
  }
  const char *vip = strstr(reply, "\"vip\":\"");
  printf("licensed until %ld\n", vip == NULL ? 0 : atol(vip + 7));
  return 0;
}
