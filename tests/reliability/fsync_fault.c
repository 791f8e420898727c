/* LD_PRELOAD: fsync and fdatasync of files whose path holds a word fail with EIO, from the n-th call on, so many times.

   The file named by FSYNC_FAULTS is mapped and shared with the test, which sets and reads it while the program runs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct control {
    int64_t calls; /* of matching files, so far */
    int64_t first; /* the call that fails first, counted from 1; 0: none */
    int64_t times; /* how many fail from there on */
    int64_t failed; /* how many have */
    char word[64];
};

static struct control *control;

__attribute__((constructor)) static void attach(void) {
    const char *path = getenv("FSYNC_FAULTS");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *mapped = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    control = mapped == MAP_FAILED ? NULL : mapped;
}

static int fails(int file) {
    char link[64], path[4096];
    if (!control)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    if (!strstr(path, control->word))
        return 0;
    int64_t call = __atomic_add_fetch(&control->calls, 1, __ATOMIC_SEQ_CST);
    int64_t first = __atomic_load_n(&control->first, __ATOMIC_SEQ_CST);
    if (!first || call < first || call >= first + control->times)
        return 0;
    __atomic_add_fetch(&control->failed, 1, __ATOMIC_SEQ_CST);
    errno = EIO;
    return 1;
}

int fsync(int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    return fails(file) ? -1 : real(file);
}

int fdatasync(int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    return fails(file) ? -1 : real(file);
}
