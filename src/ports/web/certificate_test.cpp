// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/certificate.h"

#include <gmock/gmock.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <filesystem>
#include <fstream>
#include <memory>

namespace tandem::web {
namespace {

class CertificateTest : public testing::Test {
 protected:
  ~CertificateTest() override { std::filesystem::remove_all(folder_); }
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() /
      ("tandem-identity-" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
       ::testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(CertificateTest, HasAllNamesAndAMatchingKey) {
  const Result<Identity> made = make_identity({"localhost", "127.0.0.1", "[::1]", "lab-3.local"});
  ASSERT_TRUE(made);
  const auto memory =
      std::unique_ptr<BIO, int (*)(BIO*)>(BIO_new_mem_buf(made->certificate.data(), -1), BIO_free);
  const auto certificate = std::unique_ptr<X509, void (*)(X509*)>(
      PEM_read_bio_X509(memory.get(), nullptr, nullptr, nullptr), X509_free);
  ASSERT_TRUE(certificate);
  EXPECT_EQ(X509_check_host(certificate.get(), "localhost", 0, 0, nullptr), 1);
  EXPECT_EQ(X509_check_host(certificate.get(), "lab-3.local", 0, 0, nullptr), 1);
  EXPECT_EQ(X509_check_ip_asc(certificate.get(), "127.0.0.1", 0), 1);
  EXPECT_EQ(X509_check_ip_asc(certificate.get(), "::1", 0), 1);
  EXPECT_EQ(X509_check_host(certificate.get(), "evil.example", 0, 0, nullptr), 0);

  const auto key_memory =
      std::unique_ptr<BIO, int (*)(BIO*)>(BIO_new_mem_buf(made->key.data(), -1), BIO_free);
  const auto key = std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)>(
      PEM_read_bio_PrivateKey(key_memory.get(), nullptr, nullptr, nullptr), EVP_PKEY_free);
  ASSERT_TRUE(key);
  EXPECT_EQ(X509_check_private_key(certificate.get(), key.get()), 1);
}

TEST_F(CertificateTest, IsKeptForItsOwnerAloneUntilItLacksAName) {
  const Result<Identity> first = keep_identity(folder_, {"localhost"});
  ASSERT_TRUE(first);
  EXPECT_EQ(std::filesystem::status(folder_ / "key.pem").permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  EXPECT_EQ(keep_identity(folder_, {"localhost"})->key, first->key);
  const Result<Identity> second = keep_identity(folder_, {"localhost", "192.168.7.5"});
  EXPECT_NE(second->key, first->key);
  EXPECT_EQ(keep_identity(folder_, {"localhost"})->key, second->key);
}

TEST_F(CertificateTest, TokensAreKeptForTheirOwnerAloneUntilAnotherIsWanted) {
  const Result<std::string> first = keep_token(folder_);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->size(), 32u);
  EXPECT_EQ(*keep_token(folder_), *first);
  EXPECT_EQ(std::filesystem::status(folder_ / "token").permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  EXPECT_NE(*keep_token(folder_, true), *first);
  std::ofstream(folder_ / "token") << "short";
  EXPECT_EQ(keep_token(folder_)->size(), 32u) << "what is no token is replaced";
}

TEST_F(CertificateTest, SaysWhereItCannotBeKept) {
  const Result<Identity> kept = keep_identity("/proc/tandem", {"localhost"});
  ASSERT_FALSE(kept);
  EXPECT_THAT(kept.error(), testing::HasSubstr("/proc/tandem"));
}

}  // namespace
}  // namespace tandem::web
