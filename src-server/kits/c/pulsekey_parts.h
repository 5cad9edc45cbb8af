/*
 * pulsekey.c 用到的工具：MD5、RC4、JSON、HTTP。 The tools of pulsekey.c: MD5, RC4, JSON, HTTP.
 * 一般不用看，也不用改。 You need not read or change it.
 */
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#define _CRT_RAND_S
#include <winsock2.h>
#include <ws2tcpip.h>
#include <windows.h>
#ifdef _MSC_VER
#pragma comment(lib, "ws2_32.lib")
#endif
typedef SOCKET socket_t;
#define NO_SOCKET INVALID_SOCKET
#define MUST_WAIT (WSAGetLastError() == WSAEWOULDBLOCK)
#define MSG_NOSIGNAL 0
#else
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
typedef int socket_t;
#define NO_SOCKET (-1)
#define closesocket close
#define MUST_WAIT (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINPROGRESS || errno == EINTR)
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 /* macOS: SO_NOSIGPIPE */
#endif
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- MD5 (RFC 1321) ---- */

struct md5 {
  uint32_t state[4];
  uint64_t length;
  unsigned char block[64];
};

static const uint32_t MD5_SINES[64] = {
  0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a,
  0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
  0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340,
  0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
  0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8,
  0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c,
  0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
  0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
  0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92,
  0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
  0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

static void md5_start(struct md5 *h) {
  static const uint32_t FIRST[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  memcpy(h->state, FIRST, sizeof FIRST);
  h->length = 0;
}

static void md5_block(struct md5 *h) {
  static const unsigned char TURNS[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
  uint32_t a = h->state[0], b = h->state[1], c = h->state[2], d = h->state[3];
  for (int i = 0; i < 64; i++) {
    uint32_t mix, word, sum;
    int at, turn = TURNS[i / 16 * 4 + i % 4];
    if (i < 16) mix = (b & c) | (~b & d), at = i;
    else if (i < 32) mix = (d & b) | (~d & c), at = (5 * i + 1) % 16;
    else if (i < 48) mix = b ^ c ^ d, at = (3 * i + 5) % 16;
    else mix = c ^ (b | ~d), at = (7 * i) % 16;
    word = (uint32_t)h->block[at * 4] | (uint32_t)h->block[at * 4 + 1] << 8 |
           (uint32_t)h->block[at * 4 + 2] << 16 | (uint32_t)h->block[at * 4 + 3] << 24;
    sum = a + mix + MD5_SINES[i] + word;
    a = d, d = c, c = b;
    b += sum << turn | sum >> (32 - turn);
  }
  h->state[0] += a, h->state[1] += b, h->state[2] += c, h->state[3] += d;
}

static void md5_bytes(struct md5 *h, const void *bytes, size_t length) {
  const unsigned char *from = bytes;
  for (size_t i = 0; i < length; i++) {
    h->block[h->length++ % 64] = from[i];
    if (h->length % 64 == 0) md5_block(h);
  }
}

static void md5_text(struct md5 *h, const char *text) { md5_bytes(h, text, strlen(text)); }

static void to_hex(const unsigned char *bytes, size_t length, char *out) {
  static const char DIGITS[] = "0123456789abcdef";
  for (size_t i = 0; i < length; i++) {
    *out++ = DIGITS[bytes[i] >> 4];
    *out++ = DIGITS[bytes[i] & 15];
  }
  *out = 0;
}

static void md5_end(struct md5 *h, char hex[33]) {
  static const unsigned char FILL[64] = {0x80};
  unsigned char bits[8], digest[16];
  for (int i = 0; i < 8; i++) bits[i] = (unsigned char)(h->length * 8 >> (8 * i));
  md5_bytes(h, FILL, 1 + (119 - (size_t)(h->length % 64)) % 64);
  md5_bytes(h, bits, 8);
  for (int i = 0; i < 16; i++) digest[i] = (unsigned char)(h->state[i / 4] >> (8 * (i % 4)));
  to_hex(digest, 16, hex);
}

/* ---- RC4, 16 进制, base64 ---- RC4, hex, base64 ---- */

static void rc4(const char *key, unsigned char *bytes, size_t length) {
  unsigned char box[256], kept;
  size_t size = strlen(key);
  unsigned i, j = 0;
  if (size == 0) return;
  for (i = 0; i < 256; i++) box[i] = (unsigned char)i;
  for (i = 0; i < 256; i++) {
    j = (j + box[i] + (unsigned char)key[i % size]) & 255;
    kept = box[i], box[i] = box[j], box[j] = kept;
  }
  i = j = 0;
  for (size_t at = 0; at < length; at++) {
    i = (i + 1) & 255;
    j = (j + box[i]) & 255;
    kept = box[i], box[i] = box[j], box[j] = kept;
    bytes[at] ^= box[(box[i] + box[j]) & 255];
  }
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/* 返回字节数，-1 为不是 16 进制。 The number of bytes, -1 for other text. Blanks at the end are fine. */
static long from_hex(const char *text, size_t length, unsigned char *out) {
  size_t at;
  while (length > 0 && strchr(" \t\r\n", text[length - 1])) length--;
  if (length % 2) return -1;
  for (at = 0; at < length / 2; at++) {
    int high = hex_digit(text[at * 2]), low = hex_digit(text[at * 2 + 1]);
    if (high < 0 || low < 0) return -1;
    out[at] = (unsigned char)(high << 4 | low);
  }
  return (long)at;
}

/* 64 字节的签名。 A signature of 64 bytes in 88 characters. */
static int from_base64(const char *text, unsigned char out[64]) {
  static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  uint32_t group = 0;
  size_t at = 0;
  if (strncmp(text + 86, "==", 2) != 0) return 0;
  for (int i = 0; i < 86; i++) {
    const char *digit = text[i] ? strchr(DIGITS, text[i]) : NULL;
    if (digit == NULL) return 0;
    group = (group << 6 | (uint32_t)(digit - DIGITS)) & 0xffffff;
    if (i % 4 > 0) out[at++] = (unsigned char)(group >> (6 - 2 * (i % 4)));
  }
  return at == 64;
}

/* ---- 随机数 ---- Random bytes ---- */

static void random_hex(char hex[33], unsigned long calls) {
  struct md5 h;
  time_t now = time(NULL);
  clock_t used = clock();
  const void *place = &h;
  md5_start(&h);
#ifdef _WIN32
  for (int i = 0; i < 4; i++) {
    unsigned int drawn = 0;
    rand_s(&drawn);
    md5_bytes(&h, &drawn, sizeof drawn);
  }
#else
  {
    unsigned char drawn[16] = {0};
    int source = open("/dev/urandom", O_RDONLY);
    ssize_t got = source < 0 ? 0 : read(source, drawn, sizeof drawn);
    if (source >= 0) close(source);
    if (got > 0) md5_bytes(&h, drawn, (size_t)got);
  }
#endif
  md5_bytes(&h, &now, sizeof now);
  md5_bytes(&h, &used, sizeof used);
  md5_bytes(&h, &calls, sizeof calls);
  md5_bytes(&h, &place, sizeof place);
  md5_end(&h, hex);
}

/* ---- JSON ---- */

static const char *json_blank(const char *at) {
  while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n') at++;
  return at;
}

static const char *json_string_end(const char *at) {
  if (*at++ != '"') return NULL;
  for (; *at != '"'; at++) {
    if ((unsigned char)*at < 0x20) return NULL;
    if (*at != '\\') continue;
    at++;
    if (*at == 'u') {
      for (int i = 0; i < 4; i++)
        if (hex_digit(*++at) < 0) return NULL;
    } else if (*at == 0 || !strchr("\"\\/bfnrt", *at)) return NULL;
  }
  return at + 1;
}

/* 返回值后面的位置，NULL 为不是 JSON。 The place behind a value, NULL where it is no JSON. */
static const char *json_skip(const char *at, int depth) {
  at = json_blank(at);
  if (*at == '"') return json_string_end(at);
  if (*at == '{' || *at == '[') {
    char close = *at == '{' ? '}' : ']';
    int named = close == '}';
    if (depth > 16) return NULL;
    at = json_blank(at + 1);
    if (*at == close) return at + 1;
    for (;;) {
      if (named) {
        at = json_string_end(json_blank(at));
        if (at == NULL) return NULL;
        at = json_blank(at);
        if (*at++ != ':') return NULL;
      }
      at = json_skip(at, depth + 1);
      if (at == NULL) return NULL;
      at = json_blank(at);
      if (*at == close) return at + 1;
      if (*at++ != ',') return NULL;
    }
  }
  if (strncmp(at, "true", 4) == 0 || strncmp(at, "null", 4) == 0) return at + 4;
  if (strncmp(at, "false", 5) == 0) return at + 5;
  if (*at != '-' && (*at < '0' || *at > '9')) return NULL;
  return at + strspn(at, "+-.0123456789eE");
}

/* 对象里的一个值，没有则 NULL。 A member's value, or NULL. The text has passed json_skip before. */
static const char *json_find(const char *object, const char *name) {
  size_t size = strlen(name);
  const char *at;
  if (object == NULL) return NULL;
  at = json_blank(object);
  if (*at++ != '{') return NULL;
  for (at = json_blank(at); *at == '"'; at = json_blank(at)) {
    int found = strncmp(at + 1, name, size) == 0 && at[size + 1] == '"';
    at = json_string_end(at);
    if (at == NULL) return NULL;
    at = json_blank(json_blank(at) + 1);
    if (found) return at;
    at = json_skip(at, 0);
    if (at == NULL) return NULL;
    at = json_blank(at);
    if (*at == ',') at++;
  }
  return NULL;
}

static unsigned json_unit(const char *digits) {
  unsigned unit = 0;
  for (int i = 0; i < 4; i++) unit = unit << 4 | (unsigned)hex_digit(digits[i]);
  return unit;
}

/* 去掉末尾不完整的 UTF-8 字符。 Leaves out a character of UTF-8 that is cut at the end. */
static size_t whole_characters(const char *text, size_t length) {
  size_t start = length, needed;
  unsigned char lead;
  while (start > 0 && ((unsigned char)text[start - 1] & 0xc0) == 0x80) start--;
  if (start == 0) return 0;
  lead = (unsigned char)text[start - 1];
  needed = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  return length - (start - 1) < needed ? start - 1 : length;
}

/* 取文本，放不下时在整字符处截断。 A text, cut at a whole character where it does not fit. 1: it is a text. */
static int json_text(const char *value, char *out, size_t room) {
  size_t at = 0;
  *out = 0;
  if (value == NULL || *value != '"') return 0;
  for (value++; *value != '"'; value++) {
    unsigned char bytes[4];
    size_t size = 1;
    unsigned point = (unsigned char)*value;
    if (point == '\\') {
      static const char NAMES[] = "bfnrt", MEANT[] = "\b\f\n\r\t";
      const char *name = strchr(NAMES, *++value);
      point = name ? (unsigned char)MEANT[name - NAMES] : (unsigned char)*value;
      if (*value == 'u') {
        point = json_unit(value + 1);
        value += 4;
        if (point >= 0xd800 && point < 0xdc00 && value[1] == '\\' && value[2] == 'u') {
          unsigned low = json_unit(value + 3);
          if (low >= 0xdc00 && low < 0xe000) point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00), value += 6;
        }
        if (point == 0 || (point >= 0xd800 && point < 0xe000)) point = '?';
      }
      if (point < 0x80) bytes[0] = (unsigned char)point;
      else if (point < 0x800) bytes[0] = (unsigned char)(0xc0 | point >> 6), bytes[1] = (unsigned char)(0x80 | (point & 63)), size = 2;
      else if (point < 0x10000)
        bytes[0] = (unsigned char)(0xe0 | point >> 12), bytes[1] = (unsigned char)(0x80 | (point >> 6 & 63)),
        bytes[2] = (unsigned char)(0x80 | (point & 63)), size = 3;
      else
        bytes[0] = (unsigned char)(0xf0 | point >> 18), bytes[1] = (unsigned char)(0x80 | (point >> 12 & 63)),
        bytes[2] = (unsigned char)(0x80 | (point >> 6 & 63)), bytes[3] = (unsigned char)(0x80 | (point & 63)), size = 4;
    } else bytes[0] = (unsigned char)point;
    if (at + size >= room) {
      at = whole_characters(out, at);
      break;
    }
    memcpy(out + at, bytes, size);
    at += size;
  }
  out[at] = 0;
  return 1;
}

/* 整数，或内容为数字的文本。 A whole number of at most 15 digits, quoted or not. */
static int json_number(const char *value, int64_t *out) {
  int quoted = value != NULL && *value == '"';
  int digits = 0;
  if (value == NULL) return 0;
  if (quoted) value++;
  for (*out = 0; *value >= '0' && *value <= '9' && digits < 15; value++, digits++) *out = *out * 10 + (*value - '0');
  if (digits == 0) return 0;
  return quoted ? *value == '"' : *value == 0 || !strchr(".eE+-0123456789", *value);
}

/* ---- HTTP ---- */

#define HEAD_ROOM 16384

struct http_url {
  char host[256], port[8];
  const char *path;
};

static int http_split(const char *url, struct http_url *to) {
  const char *at, *end;
  int secure = strncmp(url, "https://", 8) == 0;
  size_t size;
  for (at = url; *at; at++)
    if (*at <= ' ' || *at > '~') return 0;
  if (!secure && strncmp(url, "http://", 7) != 0) return 0;
  at = url + (secure ? 8 : 7);
  end = *at == '[' ? strchr(at, ']') : at + strcspn(at, ":/?@");
  if (end == NULL) return 0;
  if (*at == '[') at++;
  size = (size_t)(end - at);
  if (size == 0 || size >= sizeof to->host) return 0;
  memcpy(to->host, at, size);
  to->host[size] = 0;
  if (*end == ']') end++;
  strcpy(to->port, secure ? "443" : "80");
  if (*end == ':') {
    size = strspn(++end, "0123456789");
    if (size == 0 || size >= sizeof to->port) return 0;
    memcpy(to->port, end, size);
    to->port[size] = 0;
    end += size;
  }
  if (*end != '/' && *end != 0) return 0;
  to->path = *end ? end : "/";
  return 1;
}

static int64_t steady_ms(void) {
#ifdef _WIN32
  return (int64_t)GetTickCount64();
#else
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
#endif
}

static int wait_for(socket_t s, int for_writing, int64_t until) {
  for (;;) {
    int64_t left = until - steady_ms();
    int ready;
    if (left <= 0) return 0;
#ifdef _WIN32
    {
      /* WSAPoll 不报告连接失败，所以用 select。 WSAPoll reports no failed connection, so this is select. */
      fd_set watched, failed;
      struct timeval time;
      FD_ZERO(&watched);
      FD_SET(s, &watched);
      FD_ZERO(&failed);
      FD_SET(s, &failed);
      time.tv_sec = (long)(left / 1000), time.tv_usec = (long)(left % 1000 * 1000);
      ready = select(0, for_writing ? NULL : &watched, for_writing ? &watched : NULL, &failed, &time);
    }
#else
    {
      struct pollfd watched = {0};
      watched.fd = s;
      watched.events = for_writing ? POLLOUT : POLLIN;
      ready = poll(&watched, 1, (int)left);
    }
#endif
    if (ready > 0) return 1;
    if (ready < 0 && !MUST_WAIT) return 0;
  }
}

static socket_t http_connect_one(const struct addrinfo *to, int64_t until) {
  socket_t s = socket(to->ai_family, to->ai_socktype, to->ai_protocol);
  int error = 0;
  socklen_t size = sizeof error;
#ifdef _WIN32
  u_long on = 1;
  if (s == NO_SOCKET) return s;
  ioctlsocket(s, FIONBIO, &on);
#else
  if (s == NO_SOCKET) return s;
  fcntl(s, F_SETFL, fcntl(s, F_GETFL, 0) | O_NONBLOCK);
  fcntl(s, F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
  setsockopt(s, SOL_SOCKET, SO_NOSIGPIPE, &(int){1}, sizeof(int));
#endif
#endif
  if (connect(s, to->ai_addr, (socklen_t)to->ai_addrlen) == 0) return s;
  if (MUST_WAIT && wait_for(s, 1, until) &&
      getsockopt(s, SOL_SOCKET, SO_ERROR, (void *)&error, &size) == 0 && error == 0)
    return s;
  closesocket(s);
  return NO_SOCKET;
}

/* 域名有多个地址时，不在一个上耗尽时间。 Of several addresses, none takes all the time. */
static socket_t http_connect(const struct http_url *url, int64_t until) {
  struct addrinfo hints = {0}, *found = NULL, *one;
  socket_t s = NO_SOCKET;
  hints.ai_socktype = SOCK_STREAM;
  if (getaddrinfo(url->host, url->port, &hints, &found) != 0) return s;
  for (one = found; one != NULL && s == NO_SOCKET; one = one->ai_next) {
    int64_t now = steady_ms();
    s = http_connect_one(one, one->ai_next ? now + (until - now) / 2 : until);
  }
  freeaddrinfo(found);
  return s;
}

static int http_send(socket_t s, const char *bytes, size_t length, int64_t until) {
  while (length > 0) {
    long sent = (long)send(s, bytes, (int)length, MSG_NOSIGNAL);
    if (sent > 0) bytes += sent, length -= (size_t)sent;
    else if (sent == 0 || !MUST_WAIT || !wait_for(s, 1, until)) return 0;
  }
  return 1;
}

/* 头字段的内容，不是该字段则 NULL。 A header's value, NULL for another header. */
static const char *http_header(const char *line, const char *name) {
  for (; *name; name++, line++) {
    char c = *line >= 'A' && *line <= 'Z' ? (char)(*line + 32) : *line;
    if (c != *name) return NULL;
  }
  if (*line++ != ':') return NULL;
  while (*line == ' ' || *line == '\t') line++;
  return line;
}

/* 1 完整，0 还要读，-1 不可用。 1: whole, 0: read on, -1: of no use. */
static int http_chunks(const char *at, size_t left, struct pulsekey_reply *reply) {
  reply->length = 0;
  for (;;) {
    size_t size = 0, digits = 0;
    const char *line = memchr(at, '\n', left);
    if (line == NULL) return left > 1024 ? -1 : 0;
    for (; hex_digit(at[digits]) >= 0; digits++) {
      if (digits > 6) return -1;
      size = size << 4 | (size_t)hex_digit(at[digits]);
    }
    if (digits == 0) return -1;
    left -= (size_t)(line + 1 - at);
    at = line + 1;
    if (size == 0) return 1;
    if (size >= reply->room - reply->length) return -1;
    if (left < size + 2) return 0;
    memcpy(reply->body + reply->length, at, size);
    reply->length += size;
    if (at[size] != '\r' || at[size + 1] != '\n') return -1;
    at += size + 2;
    left -= size + 2;
  }
}

static int http_read(const char *text, size_t length, int closed, struct pulsekey_reply *reply) {
  const char *end, *line, *value;
  size_t head, body = 0;
  int chunked = 0, sized = 0, whole;
  for (;;) {
    end = strstr(text, "\r\n\r\n");
    if (end == NULL) return length >= HEAD_ROOM || closed ? -1 : 0;
    head = (size_t)(end + 4 - text);
    if (strncmp(text, "HTTP/1.", 7) != 0 || head < 16 || text[8] != ' ') return -1;
    reply->status = atoi(text + 9);
    if (reply->status < 100 || reply->status >= 200) break;
    text += head;
    length -= head;
  }
  for (line = strstr(text, "\r\n") + 2; line < end; line = strstr(line, "\r\n") + 2) {
    if ((value = http_header(line, "content-length")) != NULL) {
      size_t digits = strspn(value, "0123456789");
      if (digits == 0 || digits > 7 || (value[digits] != '\r' && value[digits] != ' ')) return -1;
      body = (size_t)atol(value);
      sized = 1;
    } else if ((value = http_header(line, "transfer-encoding")) != NULL) {
      if (strncmp(value, "chunked\r", 8) != 0) return -1;
      chunked = 1;
    } else if ((value = http_header(line, "x-pulsekey-signature")) != NULL) {
      size_t size = strcspn(value, "\r");
      if (size < sizeof reply->signature) memcpy(reply->signature, value, size), reply->signature[size] = 0;
    }
  }
  text += head;
  length -= head;
  if (chunked) {
    whole = http_chunks(text, length, reply);
    if (whole == 0 && closed) whole = -1;
  } else {
    if (!sized && !closed) return length >= reply->room ? -1 : 0;
    if (!sized) body = length;
    if (body >= reply->room) return -1;
    if (length < body) return closed ? -1 : 0;
    memcpy(reply->body, text, body);
    reply->length = body;
    whole = 1;
  }
  if (whole == 1) reply->body[reply->length] = 0;
  return whole;
}

static int http_exchange(socket_t s, const char *head, const char *form, struct pulsekey_reply *reply, int64_t until) {
  size_t room = HEAD_ROOM + reply->room * 2, length = 0;
  char *text;
  int whole = 0;
  if (!http_send(s, head, strlen(head), until) || !http_send(s, form, strlen(form), until)) return 0;
  text = malloc(room);
  if (text == NULL) return 0;
  while (whole == 0 && length < room - 1) {
    long got = (long)recv(s, text + length, (int)(room - 1 - length), 0);
    if (got < 0) {
      if (!MUST_WAIT || !wait_for(s, 0, until)) break;
      continue;
    }
    length += (size_t)got;
    text[length] = 0;
    whole = http_read(text, length, got == 0, reply);
    if (got == 0) break;
  }
  free(text);
  return whole == 1;
}

static int http_post(const char *url, const char *form, struct pulsekey_reply *reply, int timeout_ms) {
  struct http_url to;
  char head[1024];
  int64_t until = steady_ms() + timeout_ms;
  socket_t s;
  int size, came;
  if (strncmp(url, "http://", 7) != 0 || !http_split(url, &to)) return 0;
  size = snprintf(head, sizeof head,
                  "POST %s HTTP/1.1\r\nHost: %s%s%s:%s\r\nConnection: close\r\nAccept-Encoding: identity\r\n"
                  "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %lu\r\n\r\n",
                  to.path, strchr(to.host, ':') ? "[" : "", to.host, strchr(to.host, ':') ? "]" : "", to.port,
                  (unsigned long)strlen(form));
  if (size < 0 || (size_t)size >= sizeof head) return 0;
  s = http_connect(&to, until);
  if (s == NO_SOCKET) return 0;
  came = http_exchange(s, head, form, reply, until);
  closesocket(s);
  return came;
}

#ifdef PULSEKEY_CURL
#include <curl/curl.h>

static size_t curl_body(char *bytes, size_t one, size_t count, void *to) {
  struct pulsekey_reply *reply = to;
  size_t size = one * count;
  if (size >= reply->room - reply->length) return 0;
  memcpy(reply->body + reply->length, bytes, size);
  reply->length += size;
  reply->body[reply->length] = 0;
  return size;
}

static size_t curl_header(char *line, size_t one, size_t count, void *to) {
  struct pulsekey_reply *reply = to;
  size_t size = one * count;
  char text[sizeof reply->signature + 32];
  const char *value;
  if (size >= sizeof text) return size;
  memcpy(text, line, size);
  text[size] = 0;
  text[strcspn(text, "\r\n")] = 0;
  value = http_header(text, "x-pulsekey-signature");
  if (value != NULL && strlen(value) < sizeof reply->signature) strcpy(reply->signature, value);
  return size;
}

int pulsekey_curl(void *context, const char *url, const char *form, struct pulsekey_reply *reply) {
  CURL *call = curl_easy_init();
  long status = 0;
  int came;
  (void)context;
  if (call == NULL) return 0;
  curl_easy_setopt(call, CURLOPT_URL, url);
  curl_easy_setopt(call, CURLOPT_POSTFIELDS, form);
  curl_easy_setopt(call, CURLOPT_TIMEOUT, 15L);
  curl_easy_setopt(call, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(call, CURLOPT_WRITEFUNCTION, curl_body);
  curl_easy_setopt(call, CURLOPT_WRITEDATA, (void *)reply);
  curl_easy_setopt(call, CURLOPT_HEADERFUNCTION, curl_header);
  curl_easy_setopt(call, CURLOPT_HEADERDATA, (void *)reply);
  came = curl_easy_perform(call) == CURLE_OK;
  curl_easy_getinfo(call, CURLINFO_RESPONSE_CODE, &status);
  reply->status = (int)status;
  curl_easy_cleanup(call);
  return came;
}
#endif

#ifdef PULSEKEY_SODIUM
#include <sodium.h>

int pulsekey_sodium(void *context, const unsigned char key[32], const unsigned char *message, size_t length,
                    const unsigned char signature[64]) {
  (void)context;
  return sodium_init() >= 0 && crypto_sign_verify_detached(signature, message, length, key) == 0;
}
#endif
