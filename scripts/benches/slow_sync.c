/* A slow disk, for LD_PRELOAD: every fsync and fdatasync takes SLOW_SYNC_MICROSECONDS longer, and is counted in the
   first eight bytes of the file SLOW_SYNC_COUNT names. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static uint64_t *count;
static useconds_t delay;

__attribute__((constructor)) static void set_up(void)
{
    const char *microseconds = getenv("SLOW_SYNC_MICROSECONDS"), *path = getenv("SLOW_SYNC_COUNT");
    delay = microseconds ? (useconds_t)atoi(microseconds) : 0;
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *page = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    count = page == MAP_FAILED ? NULL : page;
    close(file);
}

static void slow_down(void)
{
    if (count)
        __atomic_add_fetch(count, 1, __ATOMIC_RELAXED);
    if (delay)
        usleep(delay);
}

int fsync(int file)
{
    slow_down();
    return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file)
{
    slow_down();
    return (int)syscall(SYS_fdatasync, file);
}
