// assay_sandbox [--read PATH]… [--write PATH]… -- PROGRAM [ARGUMENT]…
//
// Becomes PROGRAM, from which the kernel then takes what a parser of foreign files has no use for. Any user may do this, in a
// container too; nothing of it can be undone by the program.
//
//   Landlock  it opens the libraries and data of the system, PROGRAM, and the paths named: nothing else, for any user, root too
//   seccomp   it makes the calls of `kAllowed`: no sockets, no further processes, no signals to others, no change of modes and owners
//
// Landlock has no right for asking whether a file exists, how long it is and whose: that stays possible.
// What the kernel does not offer is left out without a word: each start and `assay doctor` try it and tell. Ends with 127 where there is
// no such program, 126 where it cannot be run.

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <vector>

namespace {

// ── Landlock, whose newer constants older headers lack ──────────────────────────────────────────────────────

constexpr long kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446;
constexpr uint64_t kExecute = 1 << 0, kWriteFile = 1 << 1, kReadFile = 1 << 2, kReadDir = 1 << 3;
constexpr uint64_t kTruncate = 1 << 14;
constexpr uint64_t kRead = kReadFile | kReadDir;
// Make, remove and rename files of any ordinary kind: all between reading folders and making symbolic links.
constexpr uint64_t kWrite = kWriteFile | kTruncate | (1 << 5) | (1 << 8);
constexpr uint64_t kOfFiles = kExecute | kWriteFile | kReadFile | kTruncate;

struct Rule {
  uint64_t allowed;
  int32_t parent;
} __attribute__((packed));

constexpr const char *kPrograms[] = {"/usr/bin", "/usr/local/bin", "/bin"};
constexpr const char *kLibraries[] = {"/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/lib", "/lib32", "/lib64"};
constexpr const char *kData[] = {
    "/usr/share", "/etc/ld.so.cache", "/etc/fonts", "/etc/localtime", "/etc/ssl/openssl.cnf", "/var/cache/fontconfig",
    "/dev/zero", "/dev/random", "/dev/urandom", "/proc/meminfo", "/proc/cpuinfo", "/proc/stat", "/sys/devices/system/cpu"};

void allow(int ruleset, uint64_t handled, const char *path, uint64_t rights) {
  const int fd = open(path, O_PATH | O_CLOEXEC);
  if (fd < 0) return;
  struct stat found;
  if (fstat(fd, &found) == 0) {
    const Rule rule = {rights & handled & (S_ISDIR(found.st_mode) ? ~0ULL : kOfFiles), fd};
    syscall(kAddRule, ruleset, 1 /* everything beneath a path */, &rule, 0);
  }
  close(fd);
}

void limit_files(const std::vector<const char *> &reads, const std::vector<const char *> &writes, const char *program) {
  const long version = syscall(kCreateRuleset, nullptr, 0, 1 /* ask for the version */);
  if (version < 1) return;
  const int rights = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
  const uint64_t handled = (1ULL << rights) - 1;
  const int ruleset = static_cast<int>(syscall(kCreateRuleset, &handled, sizeof handled, 0));
  if (ruleset < 0) return;
  for (const char *path : kPrograms) allow(ruleset, handled, path, kRead | kExecute);
  for (const char *path : kLibraries) allow(ruleset, handled, path, kRead | kExecute);
  for (const char *path : kData) allow(ruleset, handled, path, kRead);
  allow(ruleset, handled, "/dev/null", kReadFile | kWriteFile);
  if (strchr(program, '/')) allow(ruleset, handled, program, kRead | kExecute);
  for (const char *path : reads) allow(ruleset, handled, path, kRead);
  for (const char *path : writes) allow(ruleset, handled, path, kRead | kWrite);
  syscall(kRestrictSelf, ruleset, 0);
  close(ruleset);
}

// ── seccomp ─────────────────────────────────────────────────────────────────────────────────────────────────

#if defined(__x86_64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
#error "The sandbox knows x86-64 and 64-bit ARM."
#endif

// What ffmpeg, tesseract, poppler, the voices and Node ask for to compute, and to read and write what Landlock lets them open. Whatever is
// not here is refused, also what later kernels add.
constexpr uint32_t kAllowed[] = {
    // memory
    __NR_brk, __NR_mmap, __NR_munmap, __NR_mprotect, __NR_mremap, __NR_madvise, __NR_msync, __NR_membarrier,
    __NR_mlock, __NR_munlock,
    // files
    __NR_openat, __NR_close, __NR_close_range, __NR_read, __NR_readv, __NR_pread64, __NR_preadv, __NR_write, __NR_writev, __NR_pwrite64,
    __NR_pwritev, __NR_lseek, __NR_fstat, __NR_newfstatat, __NR_statx, __NR_statfs, __NR_fstatfs, __NR_faccessat, __NR_faccessat2,
    __NR_readlinkat, __NR_getdents64, __NR_getcwd, __NR_dup, __NR_dup3, __NR_pipe2, __NR_fsync, __NR_fdatasync, __NR_ftruncate,
    __NR_fallocate, __NR_fadvise64, __NR_unlinkat, __NR_umask,
    // waiting
    __NR_ppoll, __NR_pselect6, __NR_epoll_create1, __NR_epoll_ctl, __NR_epoll_pwait, __NR_eventfd2, __NR_nanosleep, __NR_clock_nanosleep,
    // time, chance, and what it may know of itself and of the machine
    __NR_clock_gettime, __NR_clock_getres, __NR_gettimeofday, __NR_times, __NR_getrusage, __NR_getrlimit, __NR_getrandom, __NR_uname,
    __NR_sysinfo, __NR_getcpu, __NR_getpid, __NR_getppid, __NR_gettid, __NR_getuid, __NR_geteuid, __NR_getgid, __NR_getegid, __NR_getgroups,
    __NR_getresuid, __NR_getresgid, __NR_capget,
    // threads
    __NR_futex, __NR_set_robust_list, __NR_set_tid_address, __NR_rseq, __NR_sched_yield, __NR_sched_getaffinity, __NR_sched_getparam,
    __NR_sched_getscheduler, __NR_sched_get_priority_max, __NR_sched_get_priority_min, __NR_exit, __NR_exit_group, __NR_execve,
    // its own signals
    __NR_rt_sigaction, __NR_rt_sigprocmask, __NR_rt_sigreturn, __NR_sigaltstack, __NR_restart_syscall,
    // of standard input and output, which Node makes sockets; nothing opens others
    __NR_getsockname, __NR_getsockopt, __NR_shutdown,
#if defined(__x86_64__)
    // older forms of the above
    __NR_open, __NR_stat, __NR_lstat, __NR_access, __NR_readlink, __NR_getdents, __NR_dup2, __NR_pipe, __NR_unlink, __NR_poll, __NR_select,
    __NR_epoll_create, __NR_epoll_wait, __NR_eventfd, __NR_time, __NR_getpgrp, __NR_arch_prctl,
#endif
};

// Newer than the oldest headers it is built with.
#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif

// Of some calls only this, by an argument's lower half.
struct Only {
  uint32_t call;
  int argument;
  std::vector<uint32_t> values;
  int otherwise;
};

// From here on all kinds of processors have the same numbers. Libraries know that a kernel may lack these, and take an older call.
constexpr uint32_t kFirstOfLinux51 = 424;

void limit_calls() {
  std::vector<sock_filter> code;
  const auto load = [&](size_t at) { code.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(at))); };
  const auto answer = [&](uint32_t action) { code.push_back(BPF_STMT(BPF_RET | BPF_K, action)); };
  // Skips so many of the following instructions where the comparison fails.
  const auto unless = [&](uint16_t comparison, uint32_t with, size_t skip) {
    code.push_back(BPF_JUMP(static_cast<uint16_t>(BPF_JMP | comparison | BPF_K), with, 0, static_cast<uint8_t>(skip)));
  };
  const auto refusal = [](int error) { return SECCOMP_RET_ERRNO | (static_cast<uint32_t>(error) & SECCOMP_RET_DATA); };
  constexpr size_t number = offsetof(seccomp_data, nr);
  const auto argument = [](int at) { return offsetof(seccomp_data, args) + sizeof(uint64_t) * at; };

  load(offsetof(seccomp_data, arch));
  code.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0));
  answer(SECCOMP_RET_KILL_PROCESS);
  load(number);
  for (const uint32_t call : kAllowed) {
    unless(BPF_JEQ, call, 1);
    answer(SECCOMP_RET_ALLOW);
  }

  const uint32_t self = static_cast<uint32_t>(getpid());
  const Only only[] = {
      // Itself alone.
      {__NR_kill, 0, {self}, EPERM},
      {__NR_tgkill, 0, {self}, EPERM},
      // Not whose signals tell of a file: that sends them to others.
      {__NR_fcntl, 1, {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW}, EPERM},
      // Whether it is a terminal, how much there is to read, and flags of its own. Otherwise as files answer that know no such thing.
      {__NR_ioctl, 1, {TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX}, ENOTTY},
      // Names of threads and of memory. Not what ends it together with Assay.
      {__NR_prctl, 0, {PR_SET_NAME, PR_GET_NAME, PR_SET_VMA, PR_GET_DUMPABLE, PR_CAPBSET_READ}, EPERM},
  };
  for (const Only &rule : only) {
    unless(BPF_JEQ, rule.call, 2 + 2 * rule.values.size());
    load(argument(rule.argument));
    for (const uint32_t value : rule.values) {
      unless(BPF_JEQ, value, 1);
      answer(SECCOMP_RET_ALLOW);
    }
    answer(refusal(rule.otherwise));
  }
  // Threads, no processes. What clone3 is to make lies in memory, where no filter can look: the C library then uses clone.
  unless(BPF_JEQ, __NR_clone, 4);
  load(argument(0));
  unless(BPF_JSET, CLONE_THREAD, 1);
  answer(SECCOMP_RET_ALLOW);
  answer(refusal(EPERM));
  // It may know its own limits and change none, not even as root.
  unless(BPF_JEQ, __NR_prlimit64, 9);
  load(argument(0));
  code.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0));
  unless(BPF_JEQ, self, 5);
  load(argument(2));
  unless(BPF_JEQ, 0, 3);
  load(argument(2) + sizeof(uint32_t));
  unless(BPF_JEQ, 0, 1);
  answer(SECCOMP_RET_ALLOW);
  answer(refusal(EPERM));

#if defined(__x86_64__)
  // The same calls by other numbers (x32).
  unless(BPF_JGE, 0x40000000, 1);
  answer(refusal(EPERM));
#endif
  unless(BPF_JGE, kFirstOfLinux51, 1);
  answer(refusal(ENOSYS));
  answer(refusal(EPERM));

  const sock_fprog filter = {static_cast<unsigned short>(code.size()), code.data()};
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

}  // namespace

int main(int count, char **arguments) {
  std::vector<const char *> reads, writes;
  int at = 1;
  for (; at + 1 < count && strcmp(arguments[at], "--") != 0; at += 2) {
    if (strcmp(arguments[at], "--read") == 0) reads.push_back(arguments[at + 1]);
    else if (strcmp(arguments[at], "--write") == 0) writes.push_back(arguments[at + 1]);
    else break;
  }
  if (at + 1 >= count || strcmp(arguments[at], "--") != 0) {
    fprintf(stderr, "usage: assay_sandbox [--read PATH]... [--write PATH]... -- PROGRAM [ARGUMENT]...\n");
    return 2;
  }
  char **command = arguments + at + 1;
  // Also what an ordinary user needs for the other two.
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  limit_files(reads, writes, command[0]);
  limit_calls();
  execvp(command[0], command);
  const int error = errno;
  fprintf(stderr, "assay_sandbox: failed to execute %s: %s\n", command[0], strerror(error));
  return error == ENOENT ? 127 : 126;
}
