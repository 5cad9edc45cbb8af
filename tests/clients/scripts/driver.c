/* Lets a test drive the C kit: commands by lines, fields by tabs. Each command is answered by one line. */
#include "pulsekey.c" /* With its inner functions, for fuzz. */

static int64_t at;
static struct pulsekey licence;
static struct pulsekey_settings settings;
static char line[16384], settings_line[8192];

static int64_t test_clock(void *context) {
  (void)context;
  return at;
}

static void print_hex(const unsigned char *bytes, size_t length) {
  putchar(' ');
  for (size_t i = 0; i < length; i++) printf("%02x", bytes[i]);
}

static void print_text(const char *text) { print_hex((const unsigned char *)text, strlen(text)); }

/* Asks the test, which knows Ed25519. */
static int verify(void *context, const unsigned char key[32], const unsigned char *message, size_t length,
                  const unsigned char signature[64]) {
  (void)context;
  printf("verify");
  print_hex(key, 32);
  print_hex(message, length);
  print_hex(signature, 64);
  puts("");
  fflush(stdout);
  return fgets(line, sizeof line, stdin) != NULL && line[0] == '1';
}

static int read_line(char *fields[16]) {
  int count = 0;
  char *from = line;
  memset(fields, 0, 16 * sizeof *fields);
  if (fgets(line, sizeof line, stdin) == NULL) return 0;
  line[strcspn(line, "\n")] = 0;
  if (strncmp(line, "settings", 8) == 0) from = strcpy(settings_line, line);
  while (from != NULL && count < 16) {
    char *tab = strchr(from, '\t');
    if (tab != NULL) *tab++ = 0;
    fields[count++] = from;
    from = tab;
  }
  return count;
}

static uint32_t drawn = 1;

static uint32_t draw(uint32_t below) {
  drawn = drawn * 1664525u + 1013904223u;
  return (drawn >> 8) % below;
}

/* Reads spoilt answers. The sanitizers stop the program at a byte outside of its memory. */
static void fuzz(long rounds) {
  static const char *const ANSWERS[] = {
      "HTTP/1.1 200 OK\r\nContent-Length: 60\r\nX-Pulsekey-Signature: t=1 a=b\r\n\r\n"
      "{\"code\":200,\"msg\":{\"vip\":\"4102243200\"},\"time\":17,\"check\":\"ab\"}",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      "9\r\n{\"code\":2\r\n1a;x=y\r\n00,\"msg\":\"\\u5361\\ud83d\\ude00\\n\"}\r\n0\r\n\r\n",
      "HTTP/1.0 200 OK\r\n\r\n{\"a\":[[1,2.5e3,-1],{\"b\":null,\"c\":true}],\"msg\":\"\xe5\x8d\xa1\xe5\xaf\x86\"}",
  };
  static const char PIECES[] = "\r\n\r\n\"\\{}[]:,u0fFxX;\xe5\x8d\xf0";
  for (long round = 0; round < rounds; round++) {
    const char *from = ANSWERS[draw(3)];
    size_t length = strlen(from), room = 2 + draw(120);
    char *text = malloc(length + 16), out[12];
    struct pulsekey_reply reply = {0};
    int64_t number;
    memcpy(text, from, length);
    for (uint32_t changes = draw(6); changes > 0; changes--) {
      size_t at = draw((uint32_t)length);
      switch (draw(4)) {
      case 0: text[at] = PIECES[draw(sizeof PIECES)]; break;
      case 1: text[at] = (char)draw(256); break;
      case 2: length = at > 0 ? at : 1; break;
      default: memmove(text + at, text + at + 1, length - at - 1), length -= length > 1; break;
      }
    }
    text = realloc(text, length + 1);
    text[length] = 0;
    reply.room = room;
    reply.body = malloc(room);
    reply.body[0] = 0;
    http_read(text, length, (int)draw(2), &reply);
    free(text);
    reply.body[reply.length < room ? reply.length : room - 1] = 0;
    if (json_skip(reply.body, 0) != NULL) {
      static const char *const NAMES[] = {"msg", "code", "time", "check", "a"};
      for (int i = 0; i < 5; i++) {
        const char *value = json_find(reply.body, NAMES[i]);
        json_text(value, out, 2 + draw(sizeof out - 1));
        json_number(value, &number);
      }
    }
    free(reply.body);
  }
}

int main(void) {
  static const char *const STATES[] = {"waiting", "licensed", "grace", "refused", "ended", "update", "unbound"};
  char *f[16];
  while (read_line(f) > 0) {
    int code = 0;
    char notice[65536] = "";
    if (strcmp(f[0], "settings") == 0) {
      settings.address = f[1], settings.app = atol(f[2]), settings.appkey = f[3], settings.rc4_key = f[4];
      settings.version = f[5], settings.mode = atoi(f[6]), settings.grace_hours = atol(f[7]);
      settings.answer_key = f[8], settings.answer_key_next = f[9];
    } else if (strcmp(f[0], "start") == 0) {
      pulsekey_start(&licence, f[1], f[2], f[3]);
      licence.settings = &settings;
      licence.clock = test_clock;
      licence.timeout_ms = 2000;
      if (f[4] != NULL && strcmp(f[4], "verify") == 0) licence.verify = verify;
    } else if (strcmp(f[0], "fuzz") == 0) {
      fuzz(atol(f[1]));
    } else if (strcmp(f[0], "at") == 0) {
      at = atoll(f[1]);
    } else if (strcmp(f[0], "tick") == 0) {
      if (f[1] != NULL) at = atoll(f[1]);
      pulsekey_tick(&licence);
    } else if (strcmp(f[0], "now") == 0) {
      pulsekey_ask_now(&licence);
      pulsekey_tick(&licence);
    } else if (strcmp(f[0], "unbind") == 0) {
      code = pulsekey_unbind(&licence);
    } else if (strcmp(f[0], "notice") == 0) {
      code = pulsekey_notice(&licence, notice, sizeof notice);
    }
    if (licence.settings == NULL) {
      puts("state waiting 0 0 0 0 0 0");
      fflush(stdout);
      continue;
    }
    printf("state %s %d %lld %d %lld %d %d", STATES[pulsekey_state(&licence)], pulsekey_may_run(&licence),
           (long long)licence.end, licence.code, (long long)(licence.next - licence.now), pulsekey_update(&licence), code);
    print_text(pulsekey_text(&licence));
    print_text(licence.message);
    print_text(notice);
    puts("");
    fflush(stdout);
  }
  return 0;
}
