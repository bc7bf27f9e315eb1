// assay_sandbox [--read PATH]… [--write PATH]… -- PROGRAM [ARGUMENT]…
//
// Becomes PROGRAM, from which the kernel then takes what a parser of foreign files has no use for. Any user may do this, in a
// container too; nothing of it can be undone by the program.
//
//   Landlock  it opens the libraries and data of the system, PROGRAM, and the paths named: nothing else, for any user, root too
//   seccomp   no sockets, no further processes, no signals to others, no debugging, no mounts, no change of modes and owners
//
// What the kernel does not offer is left out without a word: `assay doctor` tries each of it and tells. Ends with 127 where there is
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

constexpr uint32_t kForbidden[] = {
    __NR_socket, __NR_io_uring_setup, __NR_io_uring_enter, __NR_io_uring_register,
    __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_kcmp,
    __NR_pidfd_open, __NR_pidfd_getfd, __NR_pidfd_send_signal,
    __NR_tkill, __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo,
    __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_unshare, __NR_setns,
    __NR_move_mount, __NR_open_tree, __NR_fsopen, __NR_fsmount, __NR_fspick, __NR_open_by_handle_at,
    __NR_bpf, __NR_perf_event_open, __NR_userfaultfd, __NR_add_key, __NR_request_key, __NR_keyctl,
    __NR_init_module, __NR_finit_module, __NR_delete_module, __NR_kexec_load, __NR_reboot, __NR_swapon, __NR_swapoff,
    __NR_fchmod, __NR_fchmodat, __NR_fchown, __NR_fchownat, __NR_utimensat,
    __NR_setxattr, __NR_lsetxattr, __NR_fsetxattr, __NR_removexattr, __NR_lremovexattr, __NR_fremovexattr,
    __NR_setpriority, __NR_sched_setscheduler, __NR_sched_setattr,
#if defined(__x86_64__)
    __NR_fork, __NR_vfork, __NR_chmod, __NR_chown, __NR_lchown, __NR_utime, __NR_utimes, __NR_futimesat,
#endif
};

void limit_calls() {
  std::vector<sock_filter> code;
  const auto load = [&](size_t at) { code.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(at))); };
  const auto answer = [&](uint32_t action) { code.push_back(BPF_STMT(BPF_RET | BPF_K, action)); };
  // Skips so many of the following instructions where the comparison fails.
  const auto unless = [&](uint16_t comparison, uint32_t with, uint8_t skip) {
    code.push_back(BPF_JUMP(static_cast<uint16_t>(BPF_JMP | comparison | BPF_K), with, 0, skip));
  };
  const auto refusal = [](int error) { return SECCOMP_RET_ERRNO | (static_cast<uint32_t>(error) & SECCOMP_RET_DATA); };
  constexpr size_t number = offsetof(seccomp_data, nr);
  constexpr size_t first = offsetof(seccomp_data, args);

  load(offsetof(seccomp_data, arch));
  code.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0));
  answer(SECCOMP_RET_KILL_PROCESS);
  load(number);
#if defined(__x86_64__)
  // The same calls by other numbers (x32).
  unless(BPF_JGE, 0x40000000, 1);
  answer(refusal(EPERM));
#endif
  for (const uint32_t call : kForbidden) {
    unless(BPF_JEQ, call, 1);
    answer(refusal(EPERM));
  }
  // Its flags lie in memory, where no filter can look; the C library then uses clone.
  unless(BPF_JEQ, __NR_clone3, 1);
  answer(refusal(ENOSYS));
  // Threads, no processes.
  unless(BPF_JEQ, __NR_clone, 4);
  load(first);
  unless(BPF_JSET, CLONE_THREAD, 1);
  answer(SECCOMP_RET_ALLOW);
  answer(refusal(EPERM));
  // Itself alone.
  const uint32_t self = static_cast<uint32_t>(getpid());
  for (const uint32_t call : {static_cast<uint32_t>(__NR_kill), static_cast<uint32_t>(__NR_tgkill)}) {
    unless(BPF_JEQ, call, 4);
    load(first);
    unless(BPF_JEQ, self, 1);
    answer(SECCOMP_RET_ALLOW);
    answer(refusal(EPERM));
  }
  unless(BPF_JEQ, __NR_prlimit64, 5);
  load(first);
  code.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0));
  unless(BPF_JEQ, self, 1);
  answer(SECCOMP_RET_ALLOW);
  answer(refusal(EPERM));
  answer(SECCOMP_RET_ALLOW);

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
