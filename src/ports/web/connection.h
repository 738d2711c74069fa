// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>

#include "ports/web/pages.h"

namespace tandem::web {

// Takes part in a conversation that somebody else began: answers requests for files, and becomes a
// page where a WebSocket is asked for. Lives for as long as the other side wants, or may.
void begin_conversation(Pages& pages, boost::asio::ip::tcp::socket socket);
void begin_secure_conversation(Pages& pages, boost::asio::ip::tcp::socket socket,
                               boost::asio::ssl::context& identity);

}  // namespace tandem::web
