/* kmlogon as C programs in the field call it: all parameters in the URL, nothing escaped, a text search in the answer. */
#include "http.h"
#include "md5.h"
#include "seal.h"

#include <time.h>

int main(int count, char **given) {
  if (count != 9) return 2;
  int port = atoi(given[1]), mode = atoi(given[5]);
  const char *app = given[2], *appkey = given[3], *rc4key = given[4], *kami = given[6], *machine = given[7], *t = given[8];
  char pairs[512], text[1024], sign[33], data[4096], request[8192];
  unsigned char bytes[4096];

  snprintf(pairs, sizeof pairs, "kami=%s&markcode=%s&t=%s", kami, machine, t);
  snprintf(text, sizeof text, "%s&%s", pairs, appkey);
  md5_hex(text, sign);
  snprintf(text, sizeof text, "%s&sign=%s", pairs, sign);

  int length = (int)strlen(text);
  memcpy(bytes, text, length);
  if (mode == 1 || mode == 3) rc4(rc4key, bytes, length), to_hex(bytes, length, data);
  else if (mode == 2) to_base64(bytes, length, data);
  snprintf(request, sizeof request, "GET /api.php?api=kmlogon&app=%s&%s%s&value=c%%2B HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", app,
           mode ? "data=" : "", mode ? data : text);

  char body[8192];
  int status = exchange(port, request, (int)strlen(request), body, sizeof body);
  if (mode == 1 || mode == 3) length = from_hex(body, bytes), rc4(rc4key, bytes, length);
  else if (mode == 2) length = from_base64(body, bytes);
  if (mode) memcpy(body, bytes, length), body[length] = 0;

  char *code = strstr(body, "\"code\":"), *vip = strstr(body, "\"vip\":\""), *time = strstr(body, "\"time\":"), *check = strstr(body, "\"check\":\"");
  if (!code || !time || !check) return 3;
  snprintf(text, sizeof text, "%.10s%s%s", time + 7, appkey, "c+");
  md5_hex(text, sign);
  printf("%d %d %.10s %s\n", status, atoi(code + 7), vip ? vip + 7 : "-", strncmp(sign, check + 9, 32) ? "forged" : "ok");
  return 0;
}
