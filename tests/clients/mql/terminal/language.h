// MQL's types and library functions in C++17: what the kits use, with MQL's own semantics.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef long datetime;
static_assert(sizeof(long) == 8, "MQL's long has 64 bits");

const int WHOLE_ARRAY = -1;
const uint CP_UTF8 = 65001;
enum { INIT_SUCCEEDED = 0, INIT_FAILED = 1 };
enum { TIME_DATE = 1, TIME_MINUTES = 2, TIME_SECONDS = 4 };

inline std::u16string fromUtf8(const std::string &bytes) {
  std::u16string out;
  for (size_t i = 0; i < bytes.size();) {
    uchar first = (uchar)bytes[i];
    int more = first < 0x80 ? 0 : first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : -1;
    uint code = more == 0 ? first : more < 0 ? 0xFFFDu : first & (0x3Fu >> more);
    for (i++; more > 0 && i < bytes.size(); more--, i++) code = code << 6 | ((uchar)bytes[i] & 0x3F);
    if (code < 0x10000) out += (char16_t)code;
    else out += (char16_t)(0xD800 + ((code - 0x10000) >> 10)), out += (char16_t)(0xDC00 + ((code - 0x10000) & 0x3FF));
  }
  return out;
}

inline std::string toUtf8(const std::u16string &text) {
  std::string out;
  for (size_t i = 0; i < text.size(); i++) {
    uint code = text[i];
    if (code >= 0xD800 && code < 0xDC00 && i + 1 < text.size()) code = 0x10000 + ((code - 0xD800) << 10) + (text[++i] - 0xDC00u);
    if (code < 0x80) out += (char)code;
    else if (code < 0x800) out += (char)(0xC0 | code >> 6), out += (char)(0x80 | (code & 0x3F));
    else if (code < 0x10000) out += (char)(0xE0 | code >> 12), out += (char)(0x80 | (code >> 6 & 0x3F)), out += (char)(0x80 | (code & 0x3F));
    else out += (char)(0xF0 | code >> 18), out += (char)(0x80 | (code >> 12 & 0x3F)), out += (char)(0x80 | (code >> 6 & 0x3F)), out += (char)(0x80 | (code & 0x3F));
  }
  return out;
}

// A string of UTF-16 units, as in MQL.
struct string {
  std::u16string units;
  string() {}
  string(const char *utf8) : units(fromUtf8(utf8)) {}
  string(const std::string &utf8) : units(fromUtf8(utf8)) {}
  string(std::u16string given) : units(std::move(given)) {}
  string &operator+=(const string &more) { units += more.units; return *this; }
};
inline string operator+(const string &a, const string &b) { return string(a.units + b.units); }
inline bool operator==(const string &a, const string &b) { return a.units == b.units; }
inline bool operator!=(const string &a, const string &b) { return a.units != b.units; }
inline std::string utf8(const string &text) { return toUtf8(text.units); }

// An array outside of its bounds ends an MQL program.
template <typename T> struct MqlArray {
  std::vector<T> items;
  void check(long at) const {
    if (at >= 0 && at < (long)items.size()) return;
    fprintf(stderr, "array out of range\n");
    abort();
  }
  T &operator[](long at) { check(at); return items[(size_t)at]; }
  const T &operator[](long at) const { check(at); return items[(size_t)at]; }
};
template <typename T> int ArraySize(const MqlArray<T> &array) { return (int)array.items.size(); }
template <typename T> int ArrayResize(MqlArray<T> &array, int size) { array.items.resize((size_t)size); return size; }

template <typename A, typename B> std::common_type_t<A, B> MathMax(A a, B b) {
  typedef std::common_type_t<A, B> C;
  return (C)a < (C)b ? (C)b : (C)a;
}
template <typename A, typename B> std::common_type_t<A, B> MathMin(A a, B b) {
  typedef std::common_type_t<A, B> C;
  return (C)b < (C)a ? (C)b : (C)a;
}
inline bool MathIsValidNumber(double number) { return std::isfinite(number); }

inline int StringLen(const string &text) { return (int)text.units.size(); }
inline int StringFind(const string &text, const string &part, int from = 0) {
  size_t at = text.units.find(part.units, (size_t)from);
  return at == std::u16string::npos ? -1 : (int)at;
}
inline string StringSubstr(const string &text, int from, int length = -1) {
  if (from < 0 || from >= StringLen(text)) return string();
  return string(text.units.substr((size_t)from, length < 0 ? std::u16string::npos : (size_t)length));
}
inline ushort StringGetCharacter(const string &text, int at) { return at < 0 || at >= StringLen(text) ? 0 : text.units[(size_t)at]; }
inline string ShortToString(ushort unit) { return string(std::u16string(1, (char16_t)unit)); }
inline int StringSplit(const string &text, ushort separator, MqlArray<string> &parts) {
  parts.items.assign(1, string());
  for (char16_t unit : text.units) {
    if (unit == separator) parts.items.push_back(string());
    else parts.items.back().units += unit;
  }
  if (text.units.empty()) parts.items.clear();
  return ArraySize(parts);
}
inline bool StringToLower(string &text) {
  for (char16_t &unit : text.units) if (unit >= 'A' && unit <= 'Z') unit += 32;
  return true;
}
template <typename T> string IntegerToString(T number) {
  static_assert(std::is_integral<T>::value, "an integer");
  return string(std::to_string(number));
}
inline string DoubleToString(double number, int digits = 8) {
  char text[400];
  snprintf(text, sizeof text, "%.*f", digits, number);
  return string(text);
}
inline long StringToInteger(const string &text) { return strtol(utf8(text).c_str(), nullptr, 10); }
inline double StringToDouble(const string &text) { return strtod(utf8(text).c_str(), nullptr); }
inline string StringFormat(const char *format, long number) {
  char text[100];
  snprintf(text, sizeof text, format, (int)number);
  return string(text);
}

// Counts the zero at the end, which MQL copies too.
inline int StringToCharArray(const string &text, MqlArray<uchar> &bytes, int, int, uint) {
  std::string plain = utf8(text);
  bytes.items.assign(plain.begin(), plain.end());
  bytes.items.push_back(0);
  return ArraySize(bytes);
}
// Stops at the first zero.
inline string CharArrayToString(const MqlArray<uchar> &bytes, int, int, uint) {
  std::string plain(bytes.items.begin(), bytes.items.end());
  return string(std::string(plain.c_str()));
}

inline string TimeToString(datetime time, int parts = TIME_DATE | TIME_MINUTES) {
  struct tm when;
  char text[40];
  gmtime_r(&time, &when);
  strftime(text, sizeof text, parts & TIME_SECONDS ? "%Y.%m.%d %H:%M:%S" : "%Y.%m.%d %H:%M", &when);
  return string(text);
}

enum ENUM_CRYPT_METHOD { CRYPT_HASH_MD5 };
inline void md5Block(uint32_t state[4], const uchar *block) {
  static const int turns[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  uint32_t words[16], a = state[0], b = state[1], c = state[2], d = state[3];
  memcpy(words, block, 64);
  for (int i = 0; i < 64; i++) {
    uint32_t mix = i < 16 ? (b & c) | (~b & d) : i < 32 ? (d & b) | (~d & c) : i < 48 ? b ^ c ^ d : c ^ (b | ~d);
    int at = i < 16 ? i : i < 32 ? (5 * i + 1) % 16 : i < 48 ? (3 * i + 5) % 16 : 7 * i % 16, by = turns[i / 16][i % 4];
    uint32_t sum = a + mix + (uint32_t)std::floor(std::fabs(std::sin(i + 1)) * 4294967296.0) + words[at];
    a = d, d = c, c = b, b += sum << by | sum >> (32 - by);
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d;
}
inline int CryptEncode(ENUM_CRYPT_METHOD, const MqlArray<uchar> &data, const MqlArray<uchar> &, MqlArray<uchar> &result) {
  uint32_t state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  std::vector<uchar> padded = data.items;
  uint64_t bits = padded.size() * 8;
  padded.push_back(0x80);
  while (padded.size() % 64 != 56) padded.push_back(0);
  for (int i = 0; i < 8; i++) padded.push_back((uchar)(bits >> (i * 8)));
  for (size_t at = 0; at < padded.size(); at += 64) md5Block(state, &padded[at]);
  result.items.assign((uchar *)state, (uchar *)state + 16);
  return 16;
}
