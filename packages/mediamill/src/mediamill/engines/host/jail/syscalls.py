"""The kernel calls that an engine is not given, by number: name, x86-64, arm64 (-1: that machine has no such call)."""

# Answered with EPERM: nothing that makes media asks for them.
REFUSED = """
ptrace 101 117              process_vm_readv 310 270    process_vm_writev 311 271   kcmp 312 272
pidfd_getfd 438 438         process_madvise 440 440     process_mrelease 448 448    move_pages 279 239
migrate_pages 256 238       mount 165 40                umount2 166 39              pivot_root 155 41
chroot 161 51               open_tree 428 428           open_tree_attr 467 467      move_mount 429 429
fsopen 430 430              fsconfig 431 431            fsmount 432 432             fspick 433 433
mount_setattr 442 442       statmount 457 457           listmount 458 458           unshare 272 97
setns 308 268               keyctl 250 219              add_key 248 217             request_key 249 218
bpf 321 280                 perf_event_open 298 241     userfaultfd 323 282         kexec_load 246 104
kexec_file_load 320 294     init_module 175 105         finit_module 313 273        delete_module 176 106
open_by_handle_at 304 265   name_to_handle_at 303 264   fanotify_init 300 262       inotify_init 253 -1
inotify_init1 294 26        swapon 167 224              swapoff 168 225             reboot 169 142
acct 163 89                 settimeofday 164 170        clock_settime 227 112       clock_adjtime 305 266
adjtimex 159 171            sethostname 170 161         setdomainname 171 162       iopl 172 -1
ioperm 173 -1               modify_ldt 154 -1           quotactl 179 60             quotactl_fd 443 443
syslog 103 116              vhangup 153 58              lookup_dcookie 212 18       uselib 134 -1
truncate 76 45              mq_open 240 180             mq_unlink 241 181
shmget 29 194               shmat 30 196                shmctl 31 195               shmdt 67 197
semget 64 190               semop 65 193                semctl 66 191               semtimedop 220 192
msgget 68 186               msgsnd 69 189               msgrcv 70 188               msgctl 71 187
"""
# Answered with ENOSYS: libraries then take the older call, whose arguments a filter can read.
UNKNOWN = """
io_uring_setup 425 425      io_uring_enter 426 426      io_uring_register 427 427
clone3 435 435              openat2 437 437
"""
# Answered with EOPNOTSUPP, as a file system does that has no such attributes: `cp -p` then does without.
UNSUPPORTED = """
setxattr 188 5              lsetxattr 189 6             fsetxattr 190 7             removexattr 197 14
lremovexattr 198 15         fremovexattr 199 16         setxattrat 463 463          removexattrat 466 466
file_setattr 469 469
"""
# Said to have worked, without effect: copying a file asks for them, and Landlock does not look at them.
IGNORED = """
chmod 90 -1                 fchmod 91 52                fchmodat 268 53             fchmodat2 452 452
chown 92 -1                 lchown 94 -1                fchown 93 55                fchownat 260 54
utime 132 -1                utimes 235 -1               futimesat 261 -1            utimensat 280 88
setpriority 141 140         ioprio_set 251 30
"""
# The first argument, a pid, must be 0: of another process they take files, priority or cores away.
ONLY_SELF = """
prlimit64 302 261           sched_setaffinity 203 122   sched_setparam 142 118
sched_setscheduler 144 119  sched_setattr 314 274
"""
# Judged by their arguments.
JUDGED = """
clone 56 220                socket 41 198               socketpair 53 199           ioctl 16 29
mknod 133 -1                mknodat 259 33              open 2 -1                   openat 257 56
"""
NEWEST = 469  # on both machines. A call that is younger than this table does not exist here: ENOSYS


def numbers(table: str, *, arm: bool) -> dict[str, int]:
    """Name → number of the calls in a table that the machine has."""
    words = table.split()
    columns = zip(words[::3], map(int, words[2 if arm else 1 :: 3]), strict=True)
    return {name: number for name, number in columns if number >= 0}
