/* One HTTP request over a socket. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int open_socket(int port) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
  inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
  int connection = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(connection, (struct sockaddr *)&to, sizeof to) != 0) {
    perror("connect");
    exit(2);
  }
  return connection;
}

/* Sends a request unchanged. Returns the answer's status, and its body in `body`. */
static int exchange(int port, const char *request, int length, char *body, int room) {
  static char answer[65536];
  int connection = open_socket(port), got = 0;
  if (write(connection, request, length) != length) exit(2);
  for (int n; (n = (int)read(connection, answer + got, sizeof answer - 1 - got)) > 0;) got += n;
  close(connection);
  answer[got] = 0;
  char *end = strstr(answer, "\r\n\r\n");
  snprintf(body, room, "%s", end ? end + 4 : "");
  return atoi(answer + 9);
}
