// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "base/log.h"
#include "param_commands.h"
#include "remote_parameters.h"
#include "tools/parameter_text.h"

namespace tandem {

namespace {

struct Options {
  RemoteOptions remote;
  std::string folder;
};

// "/lab/robot" -> "lab__robot.yaml"
std::string file_name(std::string_view node) {
  std::string name;
  for (const char c : node.substr(1)) name += c == '/' ? std::string("__") : std::string(1, c);
  return name + ".yaml";
}

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path);
  file << text << std::flush;
  if (!file) fail(fmt::format("cannot write {}", path.string()));
  log(LogLevel::info, fmt::format("saved to {}", path.string()));
}

void dump(const Options& options) {
  NetworkTool tool(options.remote.network);
  RemoteParameters parameters(tool, options.remote);
  const std::vector<std::string> names = parameters.list();
  const std::vector<ParameterValue> values = parameters.get(names);
  std::map<std::string, ParameterValue> named;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!std::holds_alternative<std::monostate>(values[i])) named[names[i]] = values[i];

  const std::string text = parameter_file(parameters.node(), named);
  if (options.folder.empty()) return tool.out().print(text);
  write_file(std::filesystem::path(options.folder) / file_name(parameters.node()), text);
}

}  // namespace

void add_param_dump(Command param) {
  Command command =
      param.add("dump", "All parameters of a node, as a file for load or --params-file");
  const auto options = std::make_shared<Options>();
  add_remote_options(command, options->remote);
  command.text("--output-dir", options->folder, "Into a file in this folder");
  command.on_run([options] { dump(*options); });
}

}  // namespace tandem
