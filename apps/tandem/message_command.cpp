// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <string>

#include "base/log.h"
#include "commands.h"
#include "messages/definition.h"
#include "messages/message_lines.h"
#include "messages/registry.h"

namespace tandem {

namespace {

// The parts of services and actions are shown with these, not listed for themselves.
template <class Type>
void list(std::string_view title, std::string_view kind, std::span<const Type> types,
          const std::string& package) {
  fmt::print("{}:\n", title);
  for (const Type& type : types)
    if (type.name.find(kind) != std::string_view::npos &&
        (package.empty() || type.name.starts_with(package + "/")))
      fmt::print("    {}\n", type.name);
}

bool has_package(const std::string& package) {
  for (const MessageType& type : all_message_types())
    if (type.name.starts_with(package + "/")) return true;
  return false;
}

void list_types(const std::string& package) {
  if (!package.empty() && !has_package(package)) {
    log(LogLevel::error, fmt::format("there is no package '{}'", package));
    throw CLI::RuntimeError(2);
  }
  list("Messages", "/msg/", all_message_types(), package);
  list("Services", "/srv/", all_service_types(), package);
  list("Actions", "/action/", all_action_types(), package);
}

void show_head(std::string_view name, const std::string& hash) {
  fmt::print("# {}\n# {}\n", name, hash);
}

void show_full(const std::string& name) {
  const MessageType* message = find_message_type(name);
  if (message == nullptr) {
    log(LogLevel::error, fmt::format("there is no message type '{}'", name));
    throw CLI::RuntimeError(2);
  }
  fmt::print("{}", full_definition(message->description()));
}

void show_type(const std::string& name) {
  if (const MessageType* message = find_message_type(name)) {
    show_head(message->name, message->hash());
    fmt::print("{}", expanded_definition(message->description()));
  } else if (const ServiceType* service = find_service_type(name)) {
    show_head(service->name, service->hash());
    fmt::print("{}---\n{}", expanded_definition(service->request.description()),
               expanded_definition(service->response.description()));
  } else if (const ActionType* action = find_action_type(name)) {
    show_head(action->name, action->hash());
    fmt::print("{}---\n{}---\n{}", expanded_definition(action->goal.description()),
               expanded_definition(action->result.description()),
               expanded_definition(action->feedback.description()));
  } else {
    log(LogLevel::error,
        fmt::format("there is no type '{}'; 'tandem message list' shows those there are", name));
    throw CLI::RuntimeError(2);
  }
}

void convert(Result<std::string> (*convert_line)(std::string_view)) {
  bool is_fine = true;
  for (std::string line; std::getline(std::cin, line);) {
    if (line.empty()) continue;
    const Result<std::string> converted = convert_line(line);
    is_fine &= static_cast<bool>(converted);
    std::cout << (converted ? *converted : error_line(converted.error())) << std::endl;
  }
  if (!is_fine) throw CLI::RuntimeError(1);
}

}  // namespace

void add_message_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("message", "Look up message types; turn messages into bytes and back");
  command->require_subcommand(1);

  const auto name = std::make_shared<std::string>();
  CLI::App* list = command->add_subcommand("list", "List messages, services and actions");
  list->add_option("PACKAGE", *name, "Only those of this package");
  list->callback([name] { list_types(*name); });

  CLI::App* show = command->add_subcommand("show", "Show the definition of a type and its hash");
  show->add_option("TYPE", *name, "geometry_msgs/msg/Twist, std_srvs/srv/Trigger, ...")->required();
  const auto is_full = std::make_shared<bool>(false);
  show->add_flag(
      "--full", *is_full,
      "A message and all it refers to, one definition after the other, as in MCAP files");
  show->callback([name, is_full] { *is_full ? show_full(*name) : show_type(*name); });

  command
      ->add_subcommand("encode",
                       "Lines {\"type\", \"fields\"} on standard input become lines "
                       "{\"type\", \"cdr_hex\"} on standard output")
      ->callback([] { convert(encode_line); });
  command
      ->add_subcommand("decode",
                       "Lines {\"type\", \"cdr_hex\"} on standard input become lines "
                       "{\"type\", \"fields\"} on standard output")
      ->callback([] { convert(decode_line); });
}

}  // namespace tandem
