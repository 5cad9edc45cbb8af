/*
 * Pulsekey 授权客户端。 Pulsekey licence client.
 *
 *   cc -std=c99 sample.c pulsekey.c -o sample            (Linux, macOS)
 *   cl /utf-8 sample.c pulsekey.c   |   gcc sample.c pulsekey.c -o sample -lws2_32   (Windows)
 */
#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L
#define _DARWIN_C_SOURCE
#endif
#include "pulsekey.h"
#include "pulsekey_parts.h"

/* ======== 可以更改的部分。 You may change this part. ======== */
static const struct pulsekey_settings SETTINGS = {
    .address = "{{address}}",                 /* 服务器地址。 The server's address. */
    .app = "{{app}}",                         /* 应用编号。 The application's number. */
    .appkey = "{{appkey}}",                   /* 应用密钥。 The application's key. */
    .rc4_key = "{{rc4key}}",                  /* 加密密钥。 The key of RC4. */
    .version = "{{version}}",                 /* 本程序的版本。 The version of this program. */
    .mode = "{{mode}}",                       /* 0 明文，3 RC4-2。 0: plain, 3: RC4-2. */
    .grace_hours = "{{grace_hours}}",         /* 联系不上时还能用几小时。 Hours without an answer. */
    .answer_key = "{{answer_key}}",           /* 验签公钥，需要 verify 函数。 For signatures, with verify. */
    .answer_key_next = "{{answer_key_next}}", /* 更换期间的新公钥。 The next one, while it is replaced. */
};
#define PULSEKEY_CHINESE 1 /* 0：提示用英文。 0: English texts. */
/* ======== 以下一般不用改。 You need not change the rest. ======== */

#define FIRST_WAIT 5       /* 秒，每次失败加倍。 Seconds, doubled by each failure, */
#define LONGEST_WAIT 300   /* 最多。 up to this. */
#define CHECK_AGAIN 600    /* 正常时的间隔。 The interval after an answer. */
#define ONE_LOGIN 3600     /* 计次卡一次登录的时长。 What one login of a count code gives. */
#define SAVE_EVERY 60
#define FOR_EVER 4102243200
#define REPLY_ROOM 262144  /* 答复最多这么大。 No answer is larger. */

#if PULSEKEY_CHINESE
#define SAY(chinese, english) chinese
#else
#define SAY(chinese, english) english
#endif

static int64_t system_clock(void *context) {
  (void)context;
  return (int64_t)time(NULL);
}

static void copy_text(char *out, size_t room, const char *text) {
  size_t length = strlen(text);
  if (length >= room) length = whole_characters(text, room - 1);
  memcpy(out, text, length);
  out[length] = 0;
}

/* ---- 时间 ---- Time ---- */

/* 用户把时钟往回调，时间仍向前走。 Time that goes on where the user sets the clock back. */
static int64_t time_now(struct pulsekey *k) {
  int64_t own = k->clock(k->context);
  if (own > k->own) k->now += own - k->own;
  k->own = own;
  if (own + k->ahead > k->now) k->now = own + k->ahead;
  return k->now;
}

/* 以服务器的时间为准。 The server's time is the right one. */
static void set_time(struct pulsekey *k, int64_t server) {
  k->own = k->clock(k->context);
  k->ahead = server - k->own;
  k->now = server;
}

/* 各台机器不同时询问：±20 %。 Machines don't ask all at once: ± 20 %. */
static void ask_in(struct pulsekey *k, int64_t seconds) {
  char drawn[33];
  random_hex(drawn, ++k->calls);
  drawn[4] = 0;
  k->next = k->now + seconds * (800 + strtol(drawn, NULL, 16) % 401) / 1000;
}

/* ---- 保存的答复 ---- The kept answer ---- */

/* 文件被改或来自别的机器，摘要就不对。 An edited file, or one of another machine, has another digest. */
static void kept_digest(const struct pulsekey *k, const char *figures, char hex[33]) {
  struct md5 h;
  char app[24];
  snprintf(app, sizeof app, "\n%ld\n", k->settings->app);
  md5_start(&h);
  md5_text(&h, figures), md5_text(&h, app);
  md5_text(&h, k->kami), md5_text(&h, "\n");
  md5_text(&h, k->machine), md5_text(&h, "\n");
  md5_text(&h, k->settings->appkey);
  md5_end(&h, hex);
}

static void keep(struct pulsekey *k) {
  char figures[96], digest[33], fresh[sizeof k->file + 8];
  FILE *file;
  int written;
  if (k->file[0] == 0) return;
  k->seen = k->now;
  snprintf(figures, sizeof figures, "%lld %lld %lld", (long long)k->end, (long long)k->given, (long long)k->seen);
  kept_digest(k, figures, digest);
  snprintf(fresh, sizeof fresh, "%s.new", k->file);
  file = fopen(fresh, "wb");
  if (file == NULL) return;
  written = fprintf(file, "pulsekey1 %s %s\n", figures, digest) > 0;
  if (fclose(file) != 0 || !written) return;
#ifdef _WIN32
  MoveFileExA(fresh, k->file, MOVEFILE_REPLACE_EXISTING);
#else
  rename(fresh, k->file);
#endif
}

static void load_kept(struct pulsekey *k) {
  char line[256], figures[64], digest[33], end[16], given[16], seen[16], found[33];
  int64_t read_end, read_given, read_seen;
  FILE *file = k->file[0] ? fopen(k->file, "rb") : NULL;
  size_t length;
  if (file == NULL) return;
  length = fread(line, 1, sizeof line - 1, file);
  fclose(file);
  line[length] = 0;
  if (sscanf(line, "pulsekey1 %15s %15s %15s %32s", end, given, seen, found) != 4) return;
  snprintf(figures, sizeof figures, "%s %s %s", end, given, seen);
  kept_digest(k, figures, digest);
  if (strcmp(digest, found) != 0) return;
  if (!json_number(end, &read_end) || !json_number(given, &read_given) || !json_number(seen, &read_seen)) return;
  k->end = read_end;
  k->given = read_given;
  k->seen = read_seen;
  if (read_seen > k->now) k->now = read_seen;
}

static void drop_kept(struct pulsekey *k) {
  k->end = k->given = 0;
  k->answered = 0;
  if (k->file[0]) remove(k->file);
}

/* ---- 询问 ---- A question ---- */

struct answer {
  char *text;          /* 用完 free。 Freed by the caller. */
  const char *payload; /* msg 或 data 里的对象，或 NULL。 The object in msg or data, or NULL. */
  int64_t time;
  int code; /* 0：没有（可信的）答复。 0: no answer, or none of the server. */
};

static char *url_encode(char *out, const char *text) {
  static const char PLAIN[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";
  for (; *text; text++)
    if (strchr(PLAIN, *text)) *out++ = *text;
    else out += sprintf(out, "%%%02X", (unsigned char)*text);
  *out = 0;
  return out;
}

/*
 * 请求正文：签名是参数、时间和密钥的 md5。r 使同一秒内的签名也各不相同。
 * The form: the signature is the md5 of parameters, time and key. By r, two of one second differ.
 */
static void write_form(const struct pulsekey *k, int with_code, const char *value, char *form) {
  char text[1600], sign[33], t[24];
  struct md5 h;
  snprintf(t, sizeof t, "%lld", (long long)k->now);
  if (with_code) snprintf(text, sizeof text, "kami=%s&markcode=%s&r=%s&t=%s&", k->kami, k->machine, value, t);
  else snprintf(text, sizeof text, "r=%s&t=%s&", value, t);
  md5_start(&h);
  md5_text(&h, text), md5_text(&h, k->settings->appkey);
  md5_end(&h, sign);
  if (k->settings->mode == 3) {
    size_t length;
    strcat(strcat(text, "sign="), sign);
    length = strlen(text);
    rc4(k->settings->rc4_key, (unsigned char *)text, length);
    strcpy(form, "data=");
    to_hex((unsigned char *)text, length, form + 5);
    form += strlen(form);
  } else {
    if (with_code) {
      form = url_encode(form + sprintf(form, "kami="), k->kami);
      form = url_encode(form + sprintf(form, "&markcode="), k->machine);
      *form++ = '&';
    }
    form += sprintf(form, "r=%s&t=%s&sign=%s", value, t, sign);
  }
  sprintf(form, "&value=%s", value);
}

static int read_key(const char *hex, unsigned char key[32]) {
  return strlen(hex) == 64 && from_hex(hex, 64, key) == 32;
}

/* X-Pulsekey-Signature: t=<time> <id>=<base64> ... over "pulsekey1\n<t>\n<value>\n<api>\n" + body */
static int signature_fits(struct pulsekey *k, const char *api, const char *value, int64_t time,
                          const struct pulsekey_reply *reply) {
  const char *keys[2], *at = reply->signature;
  unsigned char key[32], signature[64];
  char head[128];
  unsigned char *message;
  int size, good = 0;
  keys[0] = k->settings->answer_key, keys[1] = k->settings->answer_key_next;
  if (k->verify == NULL || !keys[0][0]) return 1;
  size = snprintf(head, sizeof head, "t=%lld ", (long long)time);
  if (strncmp(at, head, (size_t)size) != 0) return 0;
  at += size;
  size = snprintf(head, sizeof head, "pulsekey1\n%lld\n%s\n%s\n", (long long)time, value, api);
  message = malloc((size_t)size + reply->length);
  if (message == NULL) return 0;
  memcpy(message, head, (size_t)size);
  memcpy(message + size, reply->body, reply->length);
  while (*at && !good) {
    size_t length = strcspn(at, " ");
    const char *text = memchr(at, '=', length);
    if (text != NULL && (size_t)(at + length - text) == 89 && from_base64(text + 1, signature))
      for (int i = 0; i < 2 && !good; i++)
        good = read_key(keys[i], key) && k->verify(k->context, key, message, (size_t)size + reply->length, signature);
    at += length + strspn(at + length, " ");
  }
  free(message);
  return good;
}

/* 只有服务器知道密钥，能算出 check。 Only the server knows the key and can compute check. */
static void read_answer(struct pulsekey *k, const char *api, const char *value, struct pulsekey_reply *reply,
                        struct answer *answer) {
  char check[33], said[40], t[24];
  const char *msg, *data;
  struct md5 h;
  int64_t code, time, size = (int64_t)reply->length;
  answer->text = reply->body;
  if (reply->status != 200) return;
  if (k->settings->mode == 3) {
    unsigned char *opened = malloc(reply->length / 2 + 1);
    if (opened == NULL) return;
    size = from_hex(reply->body, reply->length, opened);
    if (size > 0) rc4(k->settings->rc4_key, opened, (size_t)size), opened[size] = 0;
    answer->text = (char *)opened;
  }
  if (size <= 0 || strlen(answer->text) != (size_t)size || *json_blank(answer->text) != '{') return;
  data = json_skip(answer->text, 0);
  if (data == NULL || *json_blank(data) != 0) return;
  if (!json_number(json_find(answer->text, "code"), &code) || code < 1 || code > 99999) return;
  if (!json_number(json_find(answer->text, "time"), &time)) return;
  if (!json_text(json_find(answer->text, "check"), said, sizeof said)) return;
  snprintf(t, sizeof t, "%lld", (long long)time);
  md5_start(&h);
  md5_text(&h, t), md5_text(&h, k->settings->appkey), md5_text(&h, value);
  md5_end(&h, check);
  if (strcmp(check, said) != 0 || !signature_fits(k, api, value, time, reply)) return;
  msg = json_find(answer->text, "msg");
  data = json_find(answer->text, "data");
  answer->payload = msg != NULL && *msg == '{' ? msg : data != NULL && *data == '{' ? data : NULL;
  answer->time = time;
  answer->code = (int)code;
  k->code = answer->code;
  if (!json_text(msg, k->message, sizeof k->message)) k->message[0] = 0;
  set_time(k, time);
}

/* 一次询问。用完后 free(answer.text)。 One question. The caller frees answer.text. */
static struct answer ask(struct pulsekey *k, const char *api, int with_code) {
  struct answer answer = {0};
  struct pulsekey_reply reply = {0};
  char url[2048], form[4608], value[33];
  int size = snprintf(url, sizeof url, "%s/api.php?api=%s&app=%ld", k->settings->address, api, k->settings->app);
  if (size < 0 || (size_t)size >= sizeof url) return answer;
  reply.room = REPLY_ROOM;
  reply.body = malloc(reply.room);
  if (reply.body == NULL) return answer;
  reply.body[0] = 0;
  random_hex(value, ++k->calls);
  time_now(k);
  write_form(k, with_code, value, form);
  if (k->transport != NULL ? k->transport(k->context, url, form, &reply) : http_post(url, form, &reply, k->timeout_ms)) {
    if (reply.length >= reply.room) reply.length = 0;
    reply.body[reply.length] = 0;
    read_answer(k, api, value, &reply, &answer);
  }
  if (answer.text != reply.body) free(reply.body);
  return answer;
}

/* 不是授权的结束，稍后再问。 Not the end of a licence: the kit asks again later. */
static int is_transient(const struct pulsekey *k, int code) {
  /* “请求频率过快”。 The text of 429 may come with 201. */
  static const char TOO_OFTEN[] = "\xe8\xaf\xb7\xe6\xb1\x82\xe9\xa2\x91\xe7\x8e\x87\xe8\xbf\x87\xe5\xbf\xab";
  if (code == 201) return strcmp(k->message, TOO_OFTEN) == 0 || strcmp(k->message, "Too many requests, please wait") == 0;
  return code == 0 || code == 105 || code == 108 || code == 170 || code == 171 || code == 429 || (code >= 500 && code < 600);
}

/* 版本号逐段比较；不是数字的版本只比较是否相同。 Compares part by part; other texts only for equality. */
static int is_newer(const char *newest, const char *own) {
  static const char FIGURES[] = "0123456789.";
  if (newest[0] == 0 || strcmp(newest, own) == 0) return 0;
  if (newest[strspn(newest, FIGURES)] != 0 || own[0] == 0 || own[strspn(own, FIGURES)] != 0) return 1;
  while (*newest || *own) {
    long a = strtol(newest, NULL, 10), b = strtol(own, NULL, 10);
    if (a != b) return a > b;
    newest += strcspn(newest, "."), newest += *newest == '.';
    own += strcspn(own, "."), own += *own == '.';
  }
  return 0;
}

static void failed(struct pulsekey *k) {
  int64_t wait = FIRST_WAIT;
  for (int i = 0; i < k->failures && wait < LONGEST_WAIT; i++) wait *= 2;
  if (k->failures < 100) k->failures++;
  k->answered = 0;
  ask_in(k, wait < LONGEST_WAIT ? wait : LONGEST_WAIT);
}

static void stop(struct pulsekey *k, enum pulsekey_state why) {
  drop_kept(k);
  k->stopped = (int)why;
  k->failures = 0;
  ask_in(k, CHECK_AGAIN);
}

/* ini：版本规则。0：没有答复。 The version rule. 0: no answer. */
static int ask_version(struct pulsekey *k) {
  struct answer answer = ask(k, "ini", 0);
  char must[8];
  int came = answer.code != 0;
  if (answer.code == 200) {
    json_text(json_find(answer.payload, "version"), k->newest, sizeof k->newest);
    json_text(json_find(answer.payload, "app_update_url"), k->update_url, sizeof k->update_url);
    json_text(json_find(answer.payload, "app_update_show"), k->update_text, sizeof k->update_text);
    json_text(json_find(answer.payload, "app_update_must"), must, sizeof must);
    k->must_update = must[0] == 'y' && is_newer(k->newest, k->settings->version);
  }
  k->version_known = came && !is_transient(k, answer.code) && !k->must_update;
  free(answer.text);
  return came;
}

/* 应答会重复卡密，别的卡密的应答不算。 The answer repeats the code. One of another code does not count. */
static int is_of_code(const struct pulsekey *k, const struct answer *answer) {
  char kami[sizeof k->kami];
  return json_text(json_find(answer->payload, "kami"), kami, sizeof kami) && kami[0] && strstr(k->kami, kami);
}

static void ask_licence(struct pulsekey *k) {
  struct answer answer = ask(k, "kmlogon", 1);
  int64_t end, left;
  if (answer.code == 105 || answer.code == 108) {
    /* 本机时钟不准，已按答复校正。 The clock is wrong. The answer has corrected it. */
    free(answer.text);
    answer = ask(k, "kmlogon", 1);
  }
  if (answer.code == 200 && is_of_code(k, &answer) && json_number(json_find(answer.payload, "vip"), &end)) {
    k->end = end;
    k->given = answer.time;
    k->answered = 1;
    k->stopped = k->failures = 0;
    ask_in(k, CHECK_AGAIN);
    left = end - answer.time;
    /* 计次卡每次登录扣一次，所以到时才再问。 A count code pays for each login: ask at its end. */
    if (left > 0 && (left <= ONE_LOGIN || k->next > end)) k->next = end;
    keep(k);
  } else if (answer.code == 200 || is_transient(k, answer.code)) failed(k);
  else stop(k, PULSEKEY_REFUSED);
  free(answer.text);
}

/* ---- 给程序用的函数 ---- The functions for your program ---- */

void pulsekey_start(struct pulsekey *k, const char *kami, const char *machine, const char *file) {
#ifdef _WIN32
  WSADATA started;
  WSAStartup(MAKEWORD(2, 2), &started);
#endif
  memset(k, 0, sizeof *k);
  k->settings = &SETTINGS;
  k->clock = system_clock;
  k->timeout_ms = 8000;
#ifdef PULSEKEY_CURL
  k->transport = pulsekey_curl;
#endif
#ifdef PULSEKEY_SODIUM
  k->verify = pulsekey_sodium;
#endif
  k->version_known = -1; /* tick 读取保存的答复。 The first tick loads the kept answer. */
  if (strlen(kami) < sizeof k->kami && strlen(machine) < sizeof k->machine) {
    strcpy(k->kami, kami);
    strcpy(k->machine, machine);
  }
  if (file != NULL && strlen(file) < sizeof k->file) strcpy(k->file, file);
}

/* settings 和 clock 可能在启动之后更改。 settings and clock may change after the start. */
static void settle(struct pulsekey *k) {
  if (k->version_known >= 0) return;
  k->version_known = 0;
  k->now = k->own = k->clock(k->context);
  load_kept(k);
}

/* RC4-2 里的 & 会分开参数，所以不能发送。 In RC4-2, & separates parameters and can't be sent. */
static int is_unsendable(const struct pulsekey *k) {
  return k->kami[0] == 0 || k->machine[0] == 0 ||
         (k->settings->mode == 3 && (strchr(k->kami, '&') || strchr(k->machine, '&')));
}

void pulsekey_tick(struct pulsekey *k) {
  settle(k);
  time_now(k);
  if (k->stopped == PULSEKEY_UNBOUND) return;
  if (is_unsendable(k)) {
    k->stopped = PULSEKEY_REFUSED;
    k->code = 0;
    copy_text(k->message, sizeof k->message, SAY("卡密或机器码为空、过长或含有 & 。", "The code or the machine code is empty, too long, or has a &."));
    return;
  }
  if (k->now >= k->next) {
    if (k->version_known == 0 && !ask_version(k)) failed(k);
    else if (k->must_update && !k->version_known) stop(k, PULSEKEY_UPDATE);
    else ask_licence(k);
  }
  if (k->given && k->now >= k->seen + SAVE_EVERY) keep(k);
}

void pulsekey_ask_now(struct pulsekey *k) { k->next = 0; }

int pulsekey_may_run(struct pulsekey *k) {
  enum pulsekey_state state = pulsekey_state(k);
  return state == PULSEKEY_LICENSED || state == PULSEKEY_GRACE;
}

enum pulsekey_state pulsekey_state(struct pulsekey *k) {
  int64_t now;
  settle(k);
  now = time_now(k);
  if (k->stopped) return (enum pulsekey_state)k->stopped;
  if (k->given == 0) return PULSEKEY_WAITING;
  if (now >= k->end) return PULSEKEY_ENDED;
  if (k->answered) return PULSEKEY_LICENSED;
  return now < k->given + k->settings->grace_hours * 3600 ? PULSEKEY_GRACE : PULSEKEY_ENDED;
}

static void write_date(int64_t seconds, char out[32]) {
  int64_t days = seconds / 86400 + 719468, era = days / 146097, day = days - era * 146097;
  int64_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
  int64_t of_year = day - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
  snprintf(out, 32, "%04d-%02d-%02d %02d:%02d UTC", (int)(year + era * 400 + (month > 9)), (int)(month < 10 ? month + 3 : month - 9),
           (int)(of_year - (153 * month + 2) / 5 + 1), (int)(seconds % 86400 / 3600), (int)(seconds % 3600 / 60));
}

const char *pulsekey_text(struct pulsekey *k) {
  char until[32];
  struct http_url to;
  if (k->end >= FOR_EVER) strcpy(until, SAY("永久", "for ever"));
  else write_date(k->end, until);
  switch (pulsekey_state(k)) {
  case PULSEKEY_LICENSED:
    snprintf(k->text, sizeof k->text, SAY("已授权，到期：%s", "Licensed until: %s"), until);
    break;
  case PULSEKEY_GRACE:
    snprintf(k->text, sizeof k->text, SAY("暂时联系不上服务器，授权到期：%s", "No answer for now. Licensed until: %s"), until);
    break;
  case PULSEKEY_ENDED:
    snprintf(k->text, sizeof k->text, "%s", SAY("授权已到期，或太久联系不上服务器", "The licence is over, or the server has not answered for too long"));
    break;
  case PULSEKEY_UPDATE:
    snprintf(k->text, sizeof k->text, SAY("必须更新到 %s：%s %s", "Update to %s: %s %s"), k->newest, k->update_url, k->update_text);
    break;
  case PULSEKEY_UNBOUND:
    snprintf(k->text, sizeof k->text, "%s", SAY("已解绑", "Unbound"));
    break;
  case PULSEKEY_REFUSED:
    snprintf(k->text, sizeof k->text, "%s (%d)", k->message, k->code);
    break;
  default:
    if (!http_split(k->settings->address, &to)) snprintf(k->text, sizeof k->text, "%s", SAY("服务器地址不正确", "The server's address is wrong"));
    else if (k->transport == NULL && strncmp(k->settings->address, "https", 5) == 0)
      snprintf(k->text, sizeof k->text, "%s", SAY("https 需要 transport，见 pulsekey.h", "https needs a transport: see pulsekey.h"));
    else
      snprintf(k->text, sizeof k->text, SAY("等待服务器 %s 端口 %s 的答复，防火墙请放行", "No answer of %s port %s yet. Allow them in the firewall"), to.host, to.port);
  }
  return k->text;
}

int pulsekey_update(const struct pulsekey *k) {
  return k->must_update ? 2 : is_newer(k->newest, k->settings->version);
}

int pulsekey_unbind(struct pulsekey *k) {
  struct answer answer;
  settle(k);
  if (is_unsendable(k)) return 0;
  answer = ask(k, "kmunmachine", 1);
  if (answer.code == 105 || answer.code == 108) free(answer.text), answer = ask(k, "kmunmachine", 1);
  if (answer.code == 200) stop(k, PULSEKEY_UNBOUND);
  free(answer.text);
  return answer.code;
}

int pulsekey_notice(struct pulsekey *k, char *text, size_t room) {
  struct answer answer;
  settle(k);
  if (room > 0) text[0] = 0;
  answer = ask(k, "notice", 0);
  if (room > 0) json_text(json_find(answer.payload, "app_gg"), text, room);
  free(answer.text);
  return answer.code;
}
