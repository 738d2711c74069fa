// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// CONTRACT SKETCH:
//
//   namespace tandem::geometry_msgs::msg {
//   struct Twist {
//     Vector3 linear;
//     Vector3 angular;
//     TANDEM_MESSAGE("geometry_msgs/msg/Twist", linear, angular)
//   };
//   }
//
// What others use, for any message M, service S and action A:
//   M::type_name                                  "geometry_msgs/msg/Twist"
//   std::vector<std::byte> to_cdr(const M&)       messages/cdr.h
//   void to_cdr(const M&, std::vector<std::byte>& out)    reuses the memory of `out`
//   Result<M> from_cdr<M>(std::span<const std::byte>)
//   const std::string& type_hash<M>()             "RIHS01_..."; messages/type_hash.h
//   S::type_name, S::Request, S::Response         std_srvs::srv::Trigger
//   A::type_name, A::Goal, A::Result, A::Feedback nav2_msgs::action::NavigateToPose
//   SendGoal<A>, GetResult<A> (services) and FeedbackMessage<A> (message)     messages/action.h
//   builtin_interfaces::msg::Time to_message_time(SimTime); SimTime to_time(const Time&)
//
// By name at run time (messages/registry.h, messages/dynamic.h):
//   const MessageType* find_message_type("geometry_msgs/msg/Twist");  all_message_types()
//   const ServiceType* find_service_type(...); const ActionType* find_action_type(...)
//   Result<nlohmann::ordered_json> ... only in .cpp files; see the brief
