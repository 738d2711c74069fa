// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/certificate.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <system_error>

namespace tandem::web {

namespace {

template <auto free_function>
struct Free {
  template <typename T>
  void operator()(T* pointer) const {
    free_function(pointer);
  }
};
using Key = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Free<X509_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, Free<X509_EXTENSION_free>>;
using Memory = std::unique_ptr<BIO, Free<BIO_free_all>>;
using Names = std::unique_ptr<GENERAL_NAMES, Free<GENERAL_NAMES_free>>;

constexpr long day_s = 24 * 60 * 60;
constexpr long lifetime_s = 820 * day_s;  // browsers take no longer ones
constexpr long renewal_s = 30 * day_s;

std::string text_of(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  return {data, static_cast<std::size_t>(size)};
}

bool is_address(const std::string& name) {
  return name.starts_with('[') || name.find_first_not_of("0123456789.") == std::string::npos;
}

// "DNS:localhost,IP:127.0.0.1"
std::string alternative_names(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    if (!text.empty()) text += ',';
    if (!is_address(name))
      text += "DNS:" + name;
    else
      text += "IP:" + (name.starts_with('[') ? name.substr(1, name.size() - 2) : name);
  }
  return text;
}

bool add_extension(X509* certificate, int id, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
  const Extension extension(X509V3_EXT_conf_nid(nullptr, &context, id, value.c_str()));
  return extension && X509_add_ext(certificate, extension.get(), -1) == 1;
}

// Whether it is good for another month and has all names.
bool is_good_for(const Identity& identity, const std::vector<std::string>& names) {
  const Memory memory(
      BIO_new_mem_buf(identity.certificate.data(), static_cast<int>(identity.certificate.size())));
  const Certificate certificate(PEM_read_bio_X509(memory.get(), nullptr, nullptr, nullptr));
  if (!certificate) return false;
  time_t later = time(nullptr) + renewal_s;
  if (X509_cmp_time(X509_get0_notAfter(certificate.get()), &later) <= 0) return false;
  return std::ranges::all_of(names, [&](const std::string& name) {
    if (!is_address(name))
      return X509_check_host(certificate.get(), name.data(), name.size(), 0, nullptr) == 1;
    const std::string bare = name.starts_with('[') ? name.substr(1, name.size() - 2) : name;
    return X509_check_ip_asc(certificate.get(), bare.c_str(), 0) == 1;
  });
}

std::string read_file(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

// Readable by its owner alone, from its first byte on.
bool write_private(const std::filesystem::path& file, const std::string& text) {
  const int handle = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (handle < 0) return false;
  const bool is_written =
      write(handle, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  return close(handle) == 0 && is_written;
}

}  // namespace

Result<Identity> make_identity(const std::vector<std::string>& names) {
  const Error failure{"OpenSSL could not make a certificate"};
  const Key key(EVP_EC_gen("P-256"));
  const Certificate certificate(X509_new());
  if (!key || !certificate) return failure;

  std::uint64_t serial = 0;
  RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof serial);
  X509_set_version(certificate.get(), X509_VERSION_3);
  ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate.get()), serial >> 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -day_s);  // clocks differ
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), lifetime_s);
  X509_set_pubkey(certificate.get(), key.get());
  X509_NAME* const subject = X509_get_subject_name(certificate.get());
  X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>("Tandem"), -1, -1, 0);
  X509_set_issuer_name(certificate.get(), subject);
  if (!add_extension(certificate.get(), NID_subject_alt_name, alternative_names(names)) ||
      !add_extension(certificate.get(), NID_ext_key_usage, "serverAuth") ||
      !add_extension(certificate.get(), NID_basic_constraints, "critical,CA:FALSE") ||
      X509_sign(certificate.get(), key.get(), EVP_sha256()) == 0)
    return failure;

  const Memory certificate_text(BIO_new(BIO_s_mem()));
  const Memory key_text(BIO_new(BIO_s_mem()));
  if (PEM_write_bio_X509(certificate_text.get(), certificate.get()) != 1 ||
      PEM_write_bio_PrivateKey(key_text.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) !=
          1)
    return failure;
  return Identity{text_of(certificate_text.get()), text_of(key_text.get())};
}

Result<Identity> keep_identity(const std::filesystem::path& folder,
                               const std::vector<std::string>& names) {
  const std::filesystem::path certificate_file = folder / "certificate.pem";
  const std::filesystem::path key_file = folder / "key.pem";
  const Identity kept{read_file(certificate_file), read_file(key_file)};
  if (!kept.key.empty() && is_good_for(kept, names)) return kept;

  const Result<Identity> made = make_identity(names);
  if (!made) return made;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!write_private(key_file, made->key) || !write_private(certificate_file, made->certificate))
    return Error{fmt::format("the certificate cannot be kept in '{}'", folder.string())};
  return made;
}

std::string make_token() {
  std::array<unsigned char, 16> bytes{};
  RAND_bytes(bytes.data(), static_cast<int>(bytes.size()));
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

Result<std::string> keep_token(const std::filesystem::path& folder, bool is_new) {
  const std::filesystem::path file = folder / "token";
  const std::string kept = read_file(file);
  const bool is_good = kept.size() == 32 && kept.find_first_not_of("0123456789abcdef") == kept.npos;
  if (is_good && !is_new) return kept;
  const std::string token = make_token();
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!write_private(file, token))
    return Error{fmt::format("the token cannot be kept in '{}'", folder.string())};
  return token;
}

std::filesystem::path private_folder() {
  if (const char* data = std::getenv("XDG_DATA_HOME"); data && *data)
    return std::filesystem::path(data) / "tandem";
  const char* home = std::getenv("HOME");
  return std::filesystem::path(home ? home : "/var/tmp") / ".local/share/tandem";
}

}  // namespace tandem::web
