// SPDX-License-Identifier: MIT
#include "store/owner.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <sstream>

namespace percept::store {
namespace {

std::string host_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0 || name[0] == 0) return "localhost";
  return name.data();
}

std::string boot() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string id;
  return file >> id ? id : "-";
}

// When the process started, in ticks since the machine is up; empty when there is no such process. A zombie is gone.
std::string start_of(const std::string& process) {
  std::ifstream file("/proc/" + process + "/stat");
  std::string line;
  if (!std::getline(file, line)) return {};
  std::size_t name_end = line.rfind(')');  // the second field is a name, which may have anything in it
  if (name_end == std::string::npos) return {};
  std::istringstream fields(line.substr(name_end + 1));
  std::string field;
  constexpr int kState = 3, kStart = 22;
  for (int number = kState; fields >> field; ++number) {
    if (number == kState && (field == "Z" || field == "X")) return {};
    if (number == kStart) return field;
  }
  return {};
}

struct Parts {
  std::string host, process, start, boot;
};
Parts parts_of(const std::string& owner) {
  Parts out;
  std::istringstream(owner) >> out.host >> out.process >> out.start >> out.boot;
  return out;
}

}  // namespace

std::string own_name() {
  std::string process = std::to_string(getpid());
  return fmt::format("{} {} {} {}", host_name(), process, start_of(process), boot());
}

bool is_gone(const std::string& owner) {
  Parts parts = parts_of(owner);
  if (parts.boot.empty()) return true;  // nobody's
  if (parts.host != host_name()) return false;
  return parts.boot != boot() || start_of(parts.process) != parts.start;
}

std::string described_owner(const std::string& owner) {
  Parts parts = parts_of(owner);
  return fmt::format("process {} on {}", parts.process, parts.host);
}

}  // namespace percept::store
