#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t MD5_K[64] = {
  0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
  0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
  0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x2441453, 0xd8a1e681, 0xe7d3fbc8,
  0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
  0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
  0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x4881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
  0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
  0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

static void md5_block(uint32_t state[4], const unsigned char *block) {
  static const unsigned char SHIFT[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  for (int i = 0; i < 64; i++) {
    uint32_t f, word;
    int g;
    if (i < 16) f = (b & c) | (~b & d), g = i;
    else if (i < 32) f = (d & b) | (~d & c), g = (5 * i + 1) % 16;
    else if (i < 48) f = b ^ c ^ d, g = (3 * i + 5) % 16;
    else f = c ^ (b | ~d), g = (7 * i) % 16;
    word = block[g * 4] | block[g * 4 + 1] << 8 | block[g * 4 + 2] << 16 | (uint32_t)block[g * 4 + 3] << 24;
    f += a + MD5_K[i] + word;
    int shift = SHIFT[i / 16 * 4 + i % 4];
    a = d, d = c, c = b, b += f << shift | f >> (32 - shift);
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d;
}

static void to_hex(const unsigned char *bytes, size_t length, char *out) {
  for (size_t i = 0; i < length; i++) sprintf(out + i * 2, "%02x", bytes[i]);
}

static size_t from_hex(const char *text, unsigned char *out) {
  size_t length = 0;
  unsigned byte;
  for (; sscanf(text, "%2x", &byte) == 1; text += 2) out[length++] = (unsigned char)byte;
  return length;
}

/* At most 2000 bytes of text. */
static void md5_hex(const char *text, char out[33]) {
  unsigned char padded[2112] = {0};
  size_t length = strlen(text), whole = (length + 8) / 64 * 64 + 64;
  uint32_t state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  memcpy(padded, text, length);
  padded[length] = 0x80;
  for (int i = 0; i < 4; i++) padded[whole - 8 + i] = (unsigned char)(length * 8 >> (i * 8));
  for (size_t at = 0; at < whole; at += 64) md5_block(state, padded + at);
  for (int i = 0; i < 16; i++) sprintf(out + i * 2, "%02x", state[i / 4] >> (i % 4 * 8) & 255);
}

static void rc4(const char *key, unsigned char *bytes, size_t length) {
  unsigned char s[256], swap;
  int i, j = 0;
  for (i = 0; i < 256; i++) s[i] = (unsigned char)i;
  for (i = 0; i < 256; i++) {
    j = (j + s[i] + (unsigned char)key[i % strlen(key)]) & 255;
    swap = s[i], s[i] = s[j], s[j] = swap;
  }
  i = j = 0;
  for (size_t at = 0; at < length; at++) {
    i = (i + 1) & 255;
    j = (j + s[i]) & 255;
    swap = s[i], s[i] = s[j], s[j] = swap;
    bytes[at] ^= s[(s[i] + s[j]) & 255];
  }
}
