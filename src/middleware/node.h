// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// CONTRACT SKETCH (names here are what others use):
//
//   class Context;   // what nodes of one program share: transport, executor policy, clock
//     std::shared_ptr<Context> dds_context(const DdsOptions& = {});   // one participant; honours
//     ROS_* variables Lockstep: class that owns an in-process transport, gives context(), advances
//     simulated time
//
//   struct NodeOptions {
//     std::string ns;                        // "/lab"
//     std::shared_ptr<Context> context;      // nothing: DDS, one for the whole process
//     std::vector<std::string> arguments;    // what followed --ros-args: remaps, parameters, files
//   };
//
//   class Node {                             // all callbacks of a node come one after the other on
//    public:                                 // the node's own thread (in lockstep: inside
//    deliver())
//     explicit Node(std::string name, NodeOptions options = {});
//
//     template <class M> Publisher<M> publisher(std::string topic, Qos qos = qos::reliable);
//     template <class M> Subscription subscribe(std::string topic, Qos qos, callback(const M&,
//     const MessageInfo&)); template <class S> Server<S> serve(std::string service, callback(const
//     Request&) -> Response);
//        or callback(const Request&, Responder<S>) to answer later
//     template <class S> Client<S> client(std::string service);
//        client.call(request, timeout, callback(Result<Response>));  client.call_and_wait(...) for
//        tools
//     template <class A> ActionServer<A> action_server(name, ActionHandlers);
//     template <class A> ActionClient<A> action_client(name);
//     Parameter<T> parameter(name, default, {.description, .range, .is_read_only, .on_change});
//     Timer timer(Duration period, callback);      // on the node's clock
//     SimTime now() const;                         // simulated time with use_sim_time, else system
//     time void log(LogLevel, std::string)              // to /rosout and standard error GraphView
//     graph() const;
//   };
//
// Handles (Publisher, Subscription, Server, ...) are movable; destroying one removes the endpoint.
// Publisher<M>: publish(const M&), subscriber_count(), stats(). Serialises only when somebody
// listens or the topic is latched.
