/* RC4 and base64 as small clients carry them. */
#include <stdio.h>
#include <string.h>

static void rc4(const char *key, unsigned char *bytes, int length) {
  unsigned char box[256], kept;
  int size = (int)strlen(key);
  for (int i = 0; i < 256; i++) box[i] = (unsigned char)i;
  for (int i = 0, j = 0; i < 256; i++) {
    j = (j + box[i] + (unsigned char)key[i % size]) & 255;
    kept = box[i], box[i] = box[j], box[j] = kept;
  }
  for (int at = 0, i = 0, j = 0; at < length; at++) {
    i = (i + 1) & 255;
    j = (j + box[i]) & 255;
    kept = box[i], box[i] = box[j], box[j] = kept;
    bytes[at] ^= box[(box[i] + box[j]) & 255];
  }
}

static void to_hex(const unsigned char *bytes, int length, char *hex) {
  for (int i = 0; i < length; i++) sprintf(hex + i * 2, "%02X", bytes[i]);
}

static int from_hex(const char *hex, unsigned char *bytes) {
  int length = 0;
  for (unsigned int byte; sscanf(hex + length * 2, "%2x", &byte) == 1; length++) bytes[length] = (unsigned char)byte;
  return length;
}

static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Raw, with its `+`: many clients escape nothing. */
static void to_base64(const unsigned char *bytes, int length, char *text) {
  for (int i = 0; i < length; i += 3, text += 4) {
    int more = length - i, group = bytes[i] << 16 | (more > 1 ? bytes[i + 1] << 8 : 0) | (more > 2 ? bytes[i + 2] : 0);
    for (int k = 0; k < 4; k++) text[k] = k <= more ? DIGITS[group >> (18 - 6 * k) & 63] : '=';
  }
  *text = 0;
}

static int from_base64(const char *text, unsigned char *bytes) {
  int length = 0, bits = 0, group = 0;
  for (const char *digit; *text && *text != '=' && (digit = strchr(DIGITS, *text)); text++) {
    group = (group << 6 | (int)(digit - DIGITS)) & 0xffffff;
    bits += 6;
    if (bits >= 8) bits -= 8, bytes[length++] = (unsigned char)(group >> bits);
  }
  return length;
}
