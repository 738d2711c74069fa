// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "headless_browser.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>
#include <vector>

namespace tandem {

namespace {

namespace fs = std::filesystem;

constexpr auto closes_within = std::chrono::seconds(5);

std::vector<std::string> arguments_for(const fs::path& profile, const std::string& link) {
  return {"chromium", "--headless=new", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
          "--ignore-gpu-blocklist", "--no-sandbox", "--no-first-run", "--disable-extensions",
          "--disable-background-networking", "--disable-component-update", "--disable-breakpad",
          "--password-store=basic",
          // all of the screen is the page's
          "--screen-info={1280x720}", "--kiosk", "--user-data-dir=" + profile.string(), link};
}

// What /proc/PID/stat says of a process; nothing when that is gone.
struct ProcessStat {
  pid_t session = 0;
  double cpu_s = 0;
};

std::optional<ProcessStat> stat_of(const fs::path& folder) {
  std::ifstream in(folder / "stat");
  std::string line;
  if (!std::getline(in, line)) return std::nullopt;
  // the name, which comes second, may have spaces and brackets in it
  const std::size_t after_name = line.rfind(')');
  if (after_name == std::string::npos) return std::nullopt;
  std::istringstream fields(line.substr(after_name + 1));
  std::string state, skipped;
  pid_t parent = 0, group = 0;
  ProcessStat stat;
  fields >> state >> parent >> group >> stat.session;
  for (int i = 0; i < 7; ++i) fields >> skipped;
  // of itself, and of its children that have ended
  double ticks = 0;
  for (int i = 0; i < 4; ++i) {
    double more = 0;
    fields >> more;
    ticks += more;
  }
  if (!fields) return std::nullopt;
  stat.cpu_s = ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
  return stat;
}

[[noreturn]] void become(const std::string& program, std::vector<std::string> words, pid_t parent) {
  setsid();
  // whatever ends this program ends its browser too
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
  // a server's socket that the browser has keeps the next server from listening there
  close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  _exit(127);
}

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::optional<std::string> HeadlessBrowser::find() {
  const char* chosen = std::getenv("CHROMIUM");
  const std::string name = chosen && *chosen ? chosen : "chromium";
  if (name.find('/') != std::string::npos)
    return is_program(name) ? std::optional(name) : std::nullopt;
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (!folder.empty() && is_program(fs::path(folder) / name))
      return (fs::path(folder) / name).string();
  return std::nullopt;
}

Result<HeadlessBrowser> HeadlessBrowser::open(const std::string& program, const std::string& link) {
  std::string profile = (fs::temp_directory_path() / "tandem-bench-browser-XXXXXX").string();
  if (!mkdtemp(profile.data()))
    return Error{fmt::format("no folder could be made in {}", fs::temp_directory_path().string())};
  std::vector<std::string> words = arguments_for(profile, link);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) become(program, std::move(words), parent);
  HeadlessBrowser browser(child, profile);
  if (child < 0) return Error{"the browser could not be started"};
  return browser;
}

HeadlessBrowser::HeadlessBrowser(pid_t process, fs::path profile)
    : process_(process), profile_(std::move(profile)) {}

HeadlessBrowser::HeadlessBrowser(HeadlessBrowser&& other) noexcept
    : process_(std::exchange(other.process_, -1)), profile_(std::exchange(other.profile_, {})) {}

HeadlessBrowser::~HeadlessBrowser() {
  const auto deadline = std::chrono::steady_clock::now() + closes_within;
  const auto wait_while = [&](const auto& is_so) {
    while (is_so() && std::chrono::steady_clock::now() < deadline)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  };
  if (process_ > 0) {
    // asked first, so that its processes end in order
    kill(process_, SIGTERM);
    wait_while([&] { return is_running(); });
    kill(process_, SIGKILL);
    kill(-process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  if (profile_.empty()) return;
  // the last of its processes may still write
  wait_while([&] {
    std::error_code problem;
    fs::remove_all(profile_, problem);
    return problem || fs::exists(profile_, problem);
  });
}

bool HeadlessBrowser::is_running() const {
  siginfo_t ended{};
  // does not take its end: until it is waited for, nobody else gets its id
  return process_ > 0 &&
         waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         ended.si_pid == 0;
}

double HeadlessBrowser::cpu_seconds() const {
  double sum = 0;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc", ignored)) {
    if (entry.path().filename().string().find_first_not_of("0123456789") != std::string::npos)
      continue;
    const std::optional<ProcessStat> stat = stat_of(entry.path());
    if (stat && stat->session == process_) sum += stat->cpu_s;
  }
  return sum;
}

}  // namespace tandem
