/* Makes reads of pulsekey.db fail with EIO while the file named by EIO_TRIGGER exists. Loaded by LD_PRELOAD. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int fails(int fd) {
  const char *trigger = getenv("EIO_TRIGGER");
  if (trigger == NULL || access(trigger, F_OK) != 0) return 0;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  const char *name = strrchr(path, '/');
  return name != NULL && strcmp(name, "/pulsekey.db") == 0;
}

ssize_t read(int fd, void *buffer, size_t count) {
  static ssize_t (*next)(int, void *, size_t);
  if (next == NULL) next = dlsym(RTLD_NEXT, "read");
  if (fails(fd)) return errno = EIO, -1;
  return next(fd, buffer, count);
}

ssize_t pread(int fd, void *buffer, size_t count, off_t offset) {
  static ssize_t (*next)(int, void *, size_t, off_t);
  if (next == NULL) next = dlsym(RTLD_NEXT, "pread");
  if (fails(fd)) return errno = EIO, -1;
  return next(fd, buffer, count, offset);
}

ssize_t pread64(int fd, void *buffer, size_t count, off64_t offset) {
  static ssize_t (*next)(int, void *, size_t, off64_t);
  if (next == NULL) next = dlsym(RTLD_NEXT, "pread64");
  if (fails(fd)) return errno = EIO, -1;
  return next(fd, buffer, count, offset);
}
