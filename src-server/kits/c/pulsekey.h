/*
 * Pulsekey 授权客户端（C99，POSIX 或 Windows）。 Pulsekey licence client (C99, POSIX or Windows).
 *
 *   struct pulsekey licence;
 *   pulsekey_start(&licence, code, machine, "pulsekey.dat");
 *   for (;;) { pulsekey_tick(&licence); if (pulsekey_may_run(&licence)) ...; }
 *
 * 一个 struct pulsekey 只在一个线程里使用。 Use one struct pulsekey in one thread only.
 */
#ifndef PULSEKEY_H
#define PULSEKEY_H

#include <stddef.h>
#include <stdint.h>

enum pulsekey_state {
  PULSEKEY_WAITING,  /* 服务器还没有答复。 The server has not answered yet. */
  PULSEKEY_LICENSED, /* 已授权。 The last answer grants the licence. */
  PULSEKEY_GRACE,    /* 联系不上服务器，按上次的答复运行。 No answer now, the last good one counts. */
  PULSEKEY_REFUSED,  /* 服务器拒绝，见 code 和 message。 The server refuses: see code and message. */
  PULSEKEY_ENDED,    /* 授权或宽限期已过。 The licence or the hours of grace are over. */
  PULSEKEY_UPDATE,   /* 必须更新。 An update must be made first. */
  PULSEKEY_UNBOUND   /* 已解绑，不再询问。 Unbound by pulsekey_unbind, asks no more. */
};

/* 服务器的一次答复。 One answer of HTTP. */
struct pulsekey_reply {
  int status;          /* HTTP 状态码。 The status of HTTP. */
  char *body;          /* 答复正文写到这里。 The transport writes the body here. */
  size_t room;         /* body 的大小。 Bytes that fit into body. */
  size_t length;       /* 正文的字节数。 Bytes of the body. */
  char signature[512]; /* X-Pulsekey-Signature 的内容，没有则为空。 That header, or empty. */
};

/* 收到答复时返回 1。 Posts the form (application/x-www-form-urlencoded); 1 when an answer came. */
typedef int (*pulsekey_transport)(void *context, const char *url, const char *form, struct pulsekey_reply *reply);
/* Ed25519 验签，正确返回 1。 1 when the signature fits. */
typedef int (*pulsekey_verify)(void *context, const unsigned char key[32], const unsigned char *message,
                               size_t length, const unsigned char signature[64]);
/* Unix 秒。 Unix seconds. */
typedef int64_t (*pulsekey_clock)(void *context);

struct pulsekey_settings {
  const char *address, *appkey, *rc4_key, *version;
  const char *answer_key, *answer_key_next;
  long app;
  int mode;
  long grace_hours;
};

struct pulsekey {
  /* 启动之后、第一次 tick 之前可以更改。 You may change these between start and the first tick. */
  const struct pulsekey_settings *settings;
  pulsekey_transport transport; /* NULL：自带的 HTTP。 NULL: the HTTP of this kit. */
  pulsekey_verify verify;       /* NULL：不验签。 NULL: the whole-answer signature is not verified. */
  pulsekey_clock clock;
  void *context;  /* 传给以上函数。 The functions above get it. */
  int timeout_ms; /* 一次询问最多等多久。 The longest wait of one question, 8000 at first. */

  /* 只读。 Read these. */
  int64_t end;            /* 到期时间，4102243200 为永久。 The licence's end; 4102243200 is for ever. */
  int code;               /* 最近的答复码，0 为没有。 The last answer's code, 0: none. */
  char message[1024];     /* 最近的提示文字。 The last answer's text. */
  char newest[64];        /* 最新版本。 The newest version, or empty. */
  char update_url[1280];  /* 下载地址。 Where the update is. */
  char update_text[1024]; /* 更新说明。 What the update brings. */
  int must_update;        /* 1：必须更新。 1: this version must not start. */

  /* 内部。 Internal. */
  char kami[260], machine[1028], file[1024], text[2560];
  int64_t now, own, ahead, given, seen, next;
  int answered, stopped, failures, version_known;
  unsigned long calls;
};

/* 不访问网络，不会失败。 Touches no network and never fails. file 可为 NULL：不保存。 NULL: keeps nothing. */
void pulsekey_start(struct pulsekey *licence, const char *kami, const char *machine, const char *file);
/* 经常调用（例如每秒）。到时才询问。 Call it often (every second): it asks when a question is due. */
void pulsekey_tick(struct pulsekey *licence);
/* 下一次 tick 立即询问。 The next tick asks at once. */
void pulsekey_ask_now(struct pulsekey *licence);
/* 1：可以运行。 1: the program may run. */
int pulsekey_may_run(struct pulsekey *licence);
enum pulsekey_state pulsekey_state(struct pulsekey *licence);
/* 给用户看的一行文字（UTF-8）。 One line for the user, UTF-8. */
const char *pulsekey_text(struct pulsekey *licence);
/* 0 无更新，1 有更新，2 必须更新。 0: no update, 1: there is one, 2: it must be made. */
int pulsekey_update(const struct pulsekey *licence);
/* 解绑。返回答复码，200 成功，0 联系不上。 Unbinds: the answer's code, 200 is success, 0 no answer. */
int pulsekey_unbind(struct pulsekey *licence);
/* 公告。返回答复码。 The announcement: the answer's code. */
int pulsekey_notice(struct pulsekey *licence, char *text, size_t room);

#ifdef PULSEKEY_CURL
/* https：编译时加 -DPULSEKEY_CURL -lcurl。 https by libcurl: compile with -DPULSEKEY_CURL -lcurl. */
int pulsekey_curl(void *context, const char *url, const char *form, struct pulsekey_reply *reply);
#endif
#ifdef PULSEKEY_SODIUM
/* 验签：编译时加 -DPULSEKEY_SODIUM -lsodium。 Signatures by libsodium: -DPULSEKEY_SODIUM -lsodium. */
int pulsekey_sodium(void *context, const unsigned char key[32], const unsigned char *message, size_t length,
                    const unsigned char signature[64]);
#endif

#endif
