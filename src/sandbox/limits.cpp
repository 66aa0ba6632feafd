// SPDX-License-Identifier: MIT
#include "sandbox/limits.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace percept::sandbox {
namespace {

constexpr rlim_t kMostFiles = 64, kLargestFile = rlim_t{1} << 30;  // files are pipes and memory that the grounder reads

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kShadows = true;  // a sanitizer reserves terabytes
#else
constexpr bool kShadows = false;
#endif

void limit(int what, rlim_t most) {
  rlimit now{};
  if (getrlimit(static_cast<__rlimit_resource_t>(what), &now) != 0) return;
  now.rlim_cur = now.rlim_max = std::min(now.rlim_max, most);
  setrlimit(static_cast<__rlimit_resource_t>(what), &now);
}

#if defined(__x86_64__) || defined(__aarch64__)
#if defined(__x86_64__)
constexpr unsigned kArchitecture = AUDIT_ARCH_X86_64;
#else
constexpr unsigned kArchitecture = AUDIT_ARCH_AARCH64;
#endif

// Calls that are answered with "not permitted".
constexpr long kForbidden[] = {
    SYS_socket,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    SYS_sendto,
    SYS_ptrace,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_bpf,
    SYS_keyctl,
    SYS_add_key,
    SYS_setns,
    SYS_unshare,
    SYS_perf_event_open,
    SYS_unlinkat,
    SYS_mkdirat,
    SYS_linkat,
    SYS_symlinkat,
    SYS_truncate,
    SYS_fchmodat,
    SYS_fchownat,
    SYS_mknodat,
    SYS_renameat2,
    SYS_userfaultfd,
    SYS_openat2,
#if defined(__x86_64__)
    SYS_unlink,
    SYS_rename,
    SYS_renameat,
    SYS_mkdir,
    SYS_rmdir,
    SYS_link,
    SYS_symlink,
    SYS_creat,
    SYS_chmod,
    SYS_chown,
    SYS_mknod,
#endif
};

void forbid_calls() {
  constexpr unsigned kRefused = SECCOMP_RET_ERRNO | EPERM;
  auto load = [](std::size_t at) { return sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<unsigned>(at)); };
  std::vector<sock_filter> filter = {load(offsetof(seccomp_data, arch)),
                                     BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0),
                                     BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), load(offsetof(seccomp_data, nr))};
  for (long call : kForbidden) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(call), 0, 1));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, kRefused));
  }
  // Opening is for reading, and for writing where there is something already (/dev/null).
  auto forbid_making = [&](long call, unsigned argument) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(call), 0, 4));
    filter.push_back(load(offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t)));
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_CREAT | O_TRUNC | O_RDWR | O_APPEND, 0, 1));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, kRefused));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  };
  forbid_making(SYS_openat, 2);
#if defined(__x86_64__)
  forbid_making(SYS_open, 1);
#endif
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  sock_fprog program{.len = static_cast<unsigned short>(filter.size()), .filter = filter.data()};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
#else
void forbid_calls() {}
#endif

}  // namespace

void limit_this_process(std::size_t megabytes) {
  mallopt(M_ARENA_MAX, 2);  // arenas are address space, most of it never used
  std::set_new_handler([] { _exit(kOutOfMemory); });
  if (megabytes > 0 && !kShadows) limit(RLIMIT_AS, rlim_t{megabytes} << 20);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, kMostFiles);
  limit(RLIMIT_FSIZE, kLargestFile);
  forbid_calls();
}

}  // namespace percept::sandbox
