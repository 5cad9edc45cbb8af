/* Lets a test drive the C kit: commands by lines, fields by tabs. Each command is answered by one line. */
#include "pulsekey.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
