/*
 * A disk that fails or loses power, for one program (LD_PRELOAD). It concerns the files in FAULTY_DISK_FOLDER.
 *
 * Power: FAULTY_DISK_SYNCED gets a copy of each file as of its last fsync or fdatasync, so the difference between
 * both folders is what a power loss may take. `-shm` files are left out: SQLite makes them anew.
 *
 * Slowness: each fsync and fdatasync takes FAULTY_DISK_FLUSH_MS longer.
 *
 * Faults: FAULTY_DISK_CONTROL is a file with a `struct control`, which the test changes while the program runs.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READS = 1, WRITES = 2, SYNCS = 4 };

struct control {
  int32_t operations; /* which of READS, WRITES, SYNCS fail */
  int32_t error;      /* errno of the fault */
  int32_t after;      /* calls that still succeed */
  int32_t times;      /* faults that remain */
  int32_t hits;       /* faults so far */
};

struct range {
  off_t from, to;
};

struct file {
  char path[PATH_MAX];
  struct range *dirty;
  size_t count, room;
};

#define MOST_FILES 1024
#define MOST_FDS 65536

static struct file files[MOST_FILES];
static int file_count;
static int file_of[MOST_FDS]; /* index + 1; 0: not ours */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *folder, *synced;
static size_t folder_length;
static volatile struct control *control;
static useconds_t flush_time;

static int (*real_open)(const char *, int, ...);
static int (*real_openat)(int, const char *, int, ...);
static int (*real_close)(int);
static ssize_t (*real_read)(int, void *, size_t);
static ssize_t (*real_pread)(int, void *, size_t, off_t);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_fsync)(int);
static int (*real_unlink)(const char *);
static int (*real_rename)(const char *, const char *);

__attribute__((constructor)) static void start(void) {
  real_open = dlsym(RTLD_NEXT, "open64");
  real_openat = dlsym(RTLD_NEXT, "openat64");
  real_close = dlsym(RTLD_NEXT, "close");
  real_read = dlsym(RTLD_NEXT, "read");
  real_pread = dlsym(RTLD_NEXT, "pread64");
  real_write = dlsym(RTLD_NEXT, "write");
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_unlink = dlsym(RTLD_NEXT, "unlink");
  real_rename = dlsym(RTLD_NEXT, "rename");
  folder = getenv("FAULTY_DISK_FOLDER");
  synced = getenv("FAULTY_DISK_SYNCED");
  folder_length = folder == NULL ? 0 : strlen(folder);
  const char *slow = getenv("FAULTY_DISK_FLUSH_MS");
  if (slow != NULL) flush_time = atoi(slow) * 1000;
  const char *path = getenv("FAULTY_DISK_CONTROL");
  if (path == NULL) return;
  int fd = real_open(path, O_RDWR);
  if (fd < 0) return;
  void *map = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (map != MAP_FAILED) control = map;
  real_close(fd);
}

/* Whether this operation fails now. Sets errno. */
static int fails(int fd, int operation) {
  if (control == NULL || fd < 0 || fd >= MOST_FDS || file_of[fd] == 0) return 0;
  if ((control->operations & operation) == 0 || control->times <= 0) return 0;
  if (__atomic_fetch_sub(&control->after, 1, __ATOMIC_SEQ_CST) > 0) return 0;
  if (__atomic_fetch_sub(&control->times, 1, __ATOMIC_SEQ_CST) <= 0) return 0;
  __atomic_fetch_add(&control->hits, 1, __ATOMIC_SEQ_CST);
  errno = control->error;
  return 1;
}

static int is_ours(const char *path) {
  if (folder_length == 0 || strncmp(path, folder, folder_length) != 0 || path[folder_length] != '/') return 0;
  size_t length = strlen(path);
  return length < 4 || strcmp(path + length - 4, "-shm") != 0;
}

static void copy_path(char *to, const char *path) {
  snprintf(to, PATH_MAX, "%s%s", synced, path + folder_length);
}

static int find_file(const char *path) {
  for (int i = 0; i < file_count; i++)
    if (strcmp(files[i].path, path) == 0) return i;
  return -1;
}

static void opened(const char *path, int fd) {
  if (fd < 0 || fd >= MOST_FDS) return;
  file_of[fd] = 0;
  struct stat info;
  if (!is_ours(path) || fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) return;
  pthread_mutex_lock(&lock);
  int at = find_file(path);
  if (at < 0 && file_count < MOST_FILES) {
    at = file_count++;
    snprintf(files[at].path, PATH_MAX, "%s", path);
  }
  if (at < 0) {
    fprintf(stderr, "faulty-disk: too many files\n");
    abort();
  }
  file_of[fd] = at + 1;
  pthread_mutex_unlock(&lock);
}

static void wrote(int fd, off_t from, ssize_t length) {
  if (length <= 0 || fd < 0 || fd >= MOST_FDS || file_of[fd] == 0 || synced == NULL) return;
  pthread_mutex_lock(&lock);
  struct file *file = &files[file_of[fd] - 1];
  struct range *last = file->count > 0 ? &file->dirty[file->count - 1] : NULL;
  if (last != NULL && last->to == from) last->to = from + length;
  else {
    if (file->count == file->room) {
      file->room = file->room == 0 ? 256 : file->room * 2;
      file->dirty = realloc(file->dirty, file->room * sizeof(struct range));
    }
    file->dirty[file->count++] = (struct range){from, from + length};
  }
  pthread_mutex_unlock(&lock);
}

/* Copies what was written since the last sync. */
static void keep(int fd) {
  if (fd < 0 || fd >= MOST_FDS || file_of[fd] == 0 || synced == NULL) return;
  pthread_mutex_lock(&lock);
  struct file *file = &files[file_of[fd] - 1];
  char path[PATH_MAX], buffer[65536];
  struct stat info;
  copy_path(path, file->path);
  int copy = real_open(path, O_RDWR | O_CREAT, 0600);
  int source = real_open(file->path, O_RDONLY);
  if (copy >= 0 && source >= 0 && fstat(source, &info) == 0) {
    for (size_t i = 0; i < file->count; i++) {
      for (off_t at = file->dirty[i].from; at < file->dirty[i].to;) {
        size_t want = file->dirty[i].to - at;
        ssize_t got = real_pread(source, buffer, want > sizeof buffer ? sizeof buffer : want, at);
        if (got <= 0) break;
        if (real_pwrite(copy, buffer, got, at) != got) abort();
        at += got;
      }
    }
    if (ftruncate(copy, info.st_size) != 0) abort();
    file->count = 0;
  }
  if (copy >= 0) real_close(copy);
  if (source >= 0) real_close(source);
  pthread_mutex_unlock(&lock);
}

static int open_any(const char *path, int flags, mode_t mode) {
  int fd = real_open(path, flags, mode);
  opened(path, fd);
  return fd;
}

#define MODE_OF(flags)                                         \
  mode_t mode = 0;                                             \
  if ((flags) & (O_CREAT | O_TMPFILE)) {                       \
    va_list list;                                              \
    va_start(list, flags);                                     \
    mode = va_arg(list, mode_t);                               \
    va_end(list);                                              \
  }

int open(const char *path, int flags, ...) { MODE_OF(flags) return open_any(path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE_OF(flags) return open_any(path, flags, mode); }
int openat(int at, const char *path, int flags, ...) {
  MODE_OF(flags)
  int fd = real_openat(at, path, flags, mode);
  opened(path, fd);
  return fd;
}
int openat64(int at, const char *path, int flags, ...) {
  MODE_OF(flags)
  int fd = real_openat(at, path, flags, mode);
  opened(path, fd);
  return fd;
}

int close(int fd) {
  if (fd >= 0 && fd < MOST_FDS) file_of[fd] = 0;
  return real_close(fd);
}

ssize_t read(int fd, void *to, size_t length) { return fails(fd, READS) ? -1 : real_read(fd, to, length); }
ssize_t pread(int fd, void *to, size_t length, off_t at) {
  return fails(fd, READS) ? -1 : real_pread(fd, to, length, at);
}
ssize_t pread64(int fd, void *to, size_t length, off_t at) {
  return fails(fd, READS) ? -1 : real_pread(fd, to, length, at);
}
ssize_t write(int fd, const void *from, size_t length) {
  if (fd < 0 || fd >= MOST_FDS || file_of[fd] == 0) return real_write(fd, from, length);
  if (fails(fd, WRITES)) return -1;
  ssize_t written = real_write(fd, from, length);
  if (written > 0) wrote(fd, lseek(fd, 0, SEEK_CUR) - written, written);
  return written;
}
static ssize_t pwrite_any(int fd, const void *from, size_t length, off_t at) {
  if (fails(fd, WRITES)) return -1;
  ssize_t written = real_pwrite(fd, from, length, at);
  wrote(fd, at, written);
  return written;
}
ssize_t pwrite(int fd, const void *from, size_t length, off_t at) { return pwrite_any(fd, from, length, at); }
ssize_t pwrite64(int fd, const void *from, size_t length, off_t at) { return pwrite_any(fd, from, length, at); }

static int sync_any(int fd) {
  if (fails(fd, SYNCS)) return -1;
  if (flush_time > 0 && fd >= 0 && fd < MOST_FDS && file_of[fd] != 0) usleep(flush_time);
  keep(fd);
  return 0;
}
int fsync(int fd) { return sync_any(fd); }
int fdatasync(int fd) { return sync_any(fd); }

int unlink(const char *path) {
  int result = real_unlink(path);
  if (result == 0 && synced != NULL && is_ours(path)) {
    char copy[PATH_MAX];
    copy_path(copy, path);
    real_unlink(copy);
    pthread_mutex_lock(&lock);
    int at = find_file(path);
    if (at >= 0) files[at].count = 0;
    pthread_mutex_unlock(&lock);
  }
  return result;
}

int rename(const char *from, const char *to) {
  int result = real_rename(from, to);
  if (result == 0 && synced != NULL && is_ours(from) && is_ours(to)) {
    char old[PATH_MAX], new[PATH_MAX];
    copy_path(old, from);
    copy_path(new, to);
    real_rename(old, new);
  }
  return result;
}
