/* MD5 as small clients carry it (RFC 1321). */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t md5_turn(uint32_t x, int by) { return (x << by) | (x >> (32 - by)); }

static void md5_block(uint32_t state[4], const unsigned char *block) {
  static const int turns[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  uint32_t words[16], a = state[0], b = state[1], c = state[2], d = state[3];
  for (int i = 0; i < 16; i++)
    words[i] = block[i * 4] | block[i * 4 + 1] << 8 | block[i * 4 + 2] << 16 | (uint32_t)block[i * 4 + 3] << 24;
  for (int i = 0; i < 64; i++) {
    uint32_t mix;
    int at;
    if (i < 16) mix = (b & c) | (~b & d), at = i;
    else if (i < 32) mix = (d & b) | (~d & c), at = (5 * i + 1) % 16;
    else if (i < 48) mix = b ^ c ^ d, at = (3 * i + 5) % 16;
    else mix = c ^ (b | ~d), at = (7 * i) % 16;
    uint32_t constant = (uint32_t)floor(fabs(sin(i + 1)) * 4294967296.0);
    uint32_t turned = md5_turn(a + mix + constant + words[at], turns[i / 16][i % 4]);
    a = d;
    d = c;
    c = b;
    b += turned;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
}

/* Lower-case hex of a text's MD5, 33 characters with the end. */
static void md5_hex(const char *text, char hex[33]) {
  size_t length = strlen(text), padded = (length + 8) / 64 * 64 + 64;
  unsigned char *bytes = calloc(padded, 1);
  memcpy(bytes, text, length);
  bytes[length] = 0x80;
  uint64_t bits = (uint64_t)length * 8;
  for (int i = 0; i < 8; i++) bytes[padded - 8 + i] = (unsigned char)(bits >> (8 * i));
  uint32_t state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  for (size_t at = 0; at < padded; at += 64) md5_block(state, bytes + at);
  for (int i = 0; i < 16; i++) sprintf(hex + i * 2, "%02x", (state[i / 4] >> (8 * (i % 4))) & 255);
  free(bytes);
}
