/* 示例：./sample 卡密 [机器码]。 A sample: ./sample CODE [MACHINE] */
#include "pulsekey.h"
#include <stdio.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#define PAUSE() Sleep(1000)
#else
#include <unistd.h>
#define PAUSE() sleep(1)
#endif

/* 机器码：同一台机器总是相同。 The machine code: always the same on one machine. */
static void find_machine(char out[65]) {
#ifdef _WIN32
  DWORD serial = 0;
  GetVolumeInformationA("C:\\", NULL, 0, &serial, NULL, NULL, NULL, 0);
  snprintf(out, 65, "disk-%08lx", (unsigned long)serial);
#else
  FILE *file = fopen("/etc/machine-id", "r");
  if (file == NULL || fgets(out, 65, file) == NULL) strcpy(out, "unknown-machine");
  if (file != NULL) fclose(file);
  out[strcspn(out, "\r\n")] = 0;
#endif
}

int main(int count, char **arguments) {
  static struct pulsekey licence;
  char machine[65], shown[sizeof licence.text] = "";
  if (count != 2 && count != 3) {
    fputs("sample CODE [MACHINE]\n", stderr);
    return 2;
  }
#ifdef _WIN32
  SetConsoleOutputCP(CP_UTF8);
#endif
  find_machine(machine);
  pulsekey_start(&licence, arguments[1], count == 3 ? arguments[2] : machine, "pulsekey.dat");
  for (;;) {
    pulsekey_tick(&licence);
    if (strcmp(shown, pulsekey_text(&licence)) != 0) {
      strcpy(shown, licence.text);
      puts(shown);
      if (pulsekey_update(&licence)) printf("有新版本 / new version: %s %s\n", licence.newest, licence.update_url);
      fflush(stdout);
    }
    if (pulsekey_may_run(&licence)) {
      /* 您的程序在这里工作。 Your program works here. */
    }
    PAUSE();
  }
}
