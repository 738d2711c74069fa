// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "recording/compression.h"
#include "recording/mcap_reader.h"
#include "recording/mcap_writer.h"
#include "recording/ros_schema.h"

namespace tandem {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

// A file in the folder for such, gone with the test.
class McapFile : public testing::Test {
 protected:
  McapFile() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    std::string name = fmt_name(test->test_suite_name()) + fmt_name(test->name());
    path_ =
        std::filesystem::temp_directory_path() / (std::to_string(getpid()) + "-" + name + ".mcap");
  }
  ~McapFile() override { std::filesystem::remove(path_); }

  static std::string fmt_name(std::string text) {
    std::ranges::replace(text, '/', '_');
    return text;
  }
  McapWriter create(const McapWriterOptions& options = {}) const {
    auto writer = McapWriter::create(path_, options);
    EXPECT_TRUE(writer) << writer.error();
    return *std::move(writer);
  }
  std::vector<std::byte> bytes() const {
    std::ifstream in(path_, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    return {begin, begin + text.size()};
  }
  std::filesystem::path path_;
};

std::span<const std::byte> as_bytes(const std::string& text) {
  return std::as_bytes(std::span(text));
}

std::uint16_t text_channel(McapWriter& writer, const std::string& topic) {
  return add_ros_channel(writer, topic, "std_msgs/msg/String", "RIHS01_ab", {}).value();
}

void write_text(McapWriter& writer, std::uint16_t channel, Duration time, const std::string& text) {
  writer.write({.channel_id = channel,
                .sequence = static_cast<std::uint32_t>(time.count()),
                .log_time = time,
                .publish_time = time - 1ns,
                .bytes = as_bytes(text)});
}

// "3 /a hello": time in ns, topic and content of each message.
std::vector<std::string> texts(const McapReader& reader, const McapSelection& selection = {}) {
  std::vector<std::string> all;
  auto messages = reader.messages(selection);
  while (true) {
    const auto message = messages.next();
    if (!message) {
      all.push_back("error: " + message.error());
      continue;
    }
    if (!*message) return all;
    const McapMessage& it = **message;
    all.push_back(std::to_string(it.log_time.count()) + " " +
                  reader.summary().channels.at(it.channel_id).topic + " " +
                  std::string(reinterpret_cast<const char*>(it.bytes.data()), it.bytes.size()));
  }
}

class McapCompression : public McapFile, public testing::WithParamInterface<Compression> {};
INSTANTIATE_TEST_SUITE_P(All, McapCompression,
                         testing::Values(Compression::none, Compression::lz4, Compression::zstd),
                         [](const auto& it) { return std::string(name_of(it.param)); });

TEST_P(McapCompression, WhatIsWrittenIsReadByTheIndex) {
  {
    McapWriter writer = create({.library = "tandem test", .compression = GetParam()});
    writer.add({.name = "run", .texts = {{"seed", "7"}}});
    const auto a = text_channel(writer, "/a");
    const auto b = text_channel(writer, "/b");
    EXPECT_EQ(text_channel(writer, "/a"), a);
    write_text(writer, a, 10ns, "one");
    write_text(writer, b, 20ns, "two");
    writer.flush();
    write_text(writer, a, 30ns, "three");
    writer.attach(
        {.log_time = 5ns, .name = "x.yaml", .media_type = "text/yaml", .content = "k: v"});
  }
  const auto reader = McapReader::open(path_);
  ASSERT_TRUE(reader) << reader.error();
  const McapSummary& summary = reader->summary();
  EXPECT_TRUE(summary.has_index);
  EXPECT_EQ(summary.ending, "");
  EXPECT_EQ(summary.profile, "ros2");
  EXPECT_EQ(summary.library, "tandem test");
  EXPECT_EQ(summary.statistics.message_count, 3u);
  EXPECT_EQ(summary.statistics.chunk_count, 2u);
  EXPECT_EQ(summary.statistics.start_time, 10ns);
  EXPECT_EQ(summary.statistics.end_time, 30ns);
  EXPECT_EQ(summary.channels.size(), 2u);
  EXPECT_EQ(summary.schemas.at(1).text, "string data\n");
  EXPECT_EQ(summary.channels.at(0).metadata.at("topic_type_hash"), "RIHS01_ab");
  EXPECT_THAT(texts(*reader), ElementsAre("10 /a one", "20 /b two", "30 /a three"));
  EXPECT_THAT(texts(*reader, {.channels = {{1}}}), ElementsAre("20 /b two"));
  EXPECT_THAT(texts(*reader, {.from = 20ns, .until = 30ns}),
              ElementsAre("20 /b two", "30 /a three"));
  ASSERT_EQ(summary.attachments.size(), 1u);
  const auto attachment = reader->attachment(summary.attachments[0]);
  ASSERT_TRUE(attachment) << attachment.error();
  EXPECT_EQ(attachment->content, "k: v");
  EXPECT_EQ(attachment->media_type, "text/yaml");
  ASSERT_EQ(summary.metadata.size(), 1u);
  const auto metadata = reader->metadata(summary.metadata[0]);
  ASSERT_TRUE(metadata) << metadata.error();
  EXPECT_EQ(metadata->texts.at("seed"), "7");
}

TEST_P(McapCompression, AFileThatEndsAnywhereIsReadUpToItsLastWholeChunk) {
  std::vector<std::uint64_t> chunk_ends;
  {
    McapWriter writer = create({.compression = GetParam()});
    const auto a = text_channel(writer, "/a");
    for (int i = 1; i <= 3; ++i) {
      write_text(writer, a, Duration(i), "message");
      writer.flush();
      chunk_ends.push_back(writer.bytes_written());
    }
  }
  const std::vector<std::byte> whole = bytes();
  const std::size_t header = 8 + 9 + 4 + 4 + 4 + 6;  // magic, head, "ros2", "tandem"
  for (std::size_t size = header; size < whole.size(); ++size) {
    const auto reader =
        McapReader::open(memory_source({whole.begin(), whole.begin() + static_cast<long>(size)}));
    ASSERT_TRUE(reader) << size << ": " << reader.error();
    EXPECT_FALSE(reader->summary().has_index) << size;
    // a chunk counts once its own record is there; its index comes behind it
    const std::size_t count = texts(*reader).size();
    const auto least = static_cast<std::size_t>(
        std::ranges::count_if(chunk_ends, [&](std::uint64_t end) { return end <= size; }));
    EXPECT_GE(count, least) << size;
    EXPECT_LE(count, std::min<std::size_t>(least + 1, 3)) << size;
    EXPECT_EQ(reader->summary().statistics.message_count, count) << size;
  }
}

TEST_P(McapCompression, AChunkWithAWrongBitIsNoticed) {
  {
    McapWriter writer = create({.compression = GetParam()});
    const auto a = text_channel(writer, "/a");
    write_text(writer, a, 1ns, std::string(300, 'x'));
  }
  std::vector<std::byte> damaged = bytes();
  const auto intact = McapReader::open(memory_source(damaged));
  const McapChunkIndex& chunk = intact->summary().chunks.at(0);
  damaged[chunk.offset + chunk.length - 12] ^= std::byte{4};
  const auto reader = McapReader::open(memory_source(damaged));
  ASSERT_TRUE(reader);
  EXPECT_THAT(texts(*reader), ElementsAre(HasSubstr("a chunk is damaged")));
}

// Three chunks of two messages each; the channel is described in the first one.
std::vector<McapChunkIndex> write_three_chunks(McapWriter writer,
                                               const std::filesystem::path& path) {
  const auto a = text_channel(writer, "/a");
  for (int i = 1; i <= 6; ++i) {
    write_text(writer, a, Duration(i), "m" + std::to_string(i));
    if (i % 2 == 0) writer.flush();
  }
  writer.close();
  return McapReader::open(path)->summary().chunks;
}

std::shared_ptr<const ByteSource> with_wrong_bit(std::vector<std::byte> bytes, std::uint64_t at) {
  bytes.at(at) ^= std::byte{4};
  return memory_source(std::move(bytes));
}

TEST_P(McapCompression, AChunkWithAWrongBitIsSkippedAndTheRestIsRead) {
  const auto chunks = write_three_chunks(create({.compression = GetParam()}), path_);
  for (const std::size_t damaged : {0u, 1u, 2u}) {
    const auto reader = McapReader::open(
        with_wrong_bit(bytes(), chunks.at(damaged).offset + chunks.at(damaged).length - 6));
    ASSERT_TRUE(reader) << reader.error();
    EXPECT_TRUE(reader->summary().has_index);
    auto messages = reader->messages();
    std::vector<std::int64_t> times;
    std::string error;
    while (true) {
      const auto message = messages.next();
      if (!message)
        error += message.error();
      else if (*message)
        times.push_back((*message)->log_time.count());
      else
        break;
    }
    std::vector<std::int64_t> expected{1, 2, 3, 4, 5, 6};
    const auto first = expected.begin() + static_cast<long>(2 * damaged);
    expected.erase(first, first + 2);
    EXPECT_EQ(times, expected);
    EXPECT_EQ(messages.lost(), 2u);
    EXPECT_THAT(error, HasSubstr("a chunk is damaged"));
    EXPECT_THAT(error, HasSubstr("messages lost: 2"));
  }
}

TEST_P(McapCompression, AChunkWithAWrongBitIsSkippedInAFileWithoutAnEndToo) {
  const auto chunks = write_three_chunks(create({.compression = GetParam()}), path_);
  std::vector<std::byte> cut = bytes();
  cut.resize(chunks.at(2).offset + chunks.at(2).length);
  const std::uint64_t last_byte = chunks.at(1).offset + chunks.at(1).length - 6;
  const auto reader = McapReader::open(with_wrong_bit(cut, last_byte));
  ASSERT_TRUE(reader) << reader.error();
  EXPECT_FALSE(reader->summary().has_index);
  EXPECT_EQ(reader->summary().ending, "the file has no end");
  EXPECT_EQ(reader->summary().statistics.message_count, 4u);
  EXPECT_THAT(texts(*reader),
              ElementsAre("1 /a m1", "2 /a m2",
                          AllOf(HasSubstr("error: at byte"), HasSubstr("messages lost: 2")),
                          "5 /a m5", "6 /a m6"));
  // what a selection leaves out is not missed
  EXPECT_THAT(texts(*reader, {.from = 5ns}), ElementsAre("5 /a m5", "6 /a m6"));
}

TEST_F(McapFile, ThatWasOnlyBegunIsReadAndWrittenInPlaceOfALongerOne) {
  {
    McapWriter longer = create();
    write_text(longer, text_channel(longer, "/a"), 1s, std::string(5000, 'x'));
  }
  ASSERT_FALSE(McapWriter::begin(path_));
  const std::vector<std::byte> begun = bytes();
  const auto reader = McapReader::open(path_);
  ASSERT_TRUE(reader) << reader.error();
  EXPECT_FALSE(reader->summary().has_index);
  EXPECT_EQ(reader->summary().statistics.message_count, 0u);
  // whoever writes it begins with the same bytes, so that it is never empty
  const McapWriter writer = create();
  EXPECT_EQ(bytes(), begun);
}

TEST_F(McapFile, MessagesOfAChannelThatWasLostWithItsChunkAreCounted) {
  const auto chunks = write_three_chunks(create({.compression = Compression::none}), path_);
  std::vector<std::byte> cut = bytes();
  cut.resize(chunks.at(2).offset + chunks.at(2).length);
  const auto reader =
      McapReader::open(with_wrong_bit(cut, chunks.at(0).offset + chunks.at(0).length - 1));
  ASSERT_TRUE(reader) << reader.error();
  auto messages = reader->messages();
  int errors = 0;
  for (auto message = messages.next(); !message || *message; message = messages.next())
    errors += !message;
  EXPECT_EQ(errors, 3);
  EXPECT_EQ(messages.lost(), 6u);
}

TEST_F(McapFile, AnAttachmentWithAWrongBitDoesNotEndAFileWithoutAnIndex) {
  {
    McapWriter writer = create({.compression = Compression::none});
    const auto a = text_channel(writer, "/a");
    write_text(writer, a, 1ns, "one");
    writer.attach({.name = "x", .content = "content"});
    write_text(writer, a, 2ns, "two");
  }
  std::vector<std::byte> cut = bytes();
  const McapSummary whole = McapReader::open(path_)->summary();
  cut.resize(whole.chunks.at(1).offset + whole.chunks.at(1).length);
  const std::uint64_t attachment = whole.attachments.at(0).offset;
  const auto reader = McapReader::open(with_wrong_bit(cut, attachment + 42));
  ASSERT_TRUE(reader) << reader.error();
  EXPECT_THAT(texts(*reader), ElementsAre("1 /a one", "2 /a two"));
  EXPECT_THAT(reader->summary().damage,
              ElementsAre("the record at byte " + std::to_string(attachment) + " is damaged"));
  EXPECT_TRUE(reader->summary().attachments.empty());
}

TEST_F(McapFile, ZerosAtTheEndAreNoRecords) {
  const auto chunks = write_three_chunks(create(), path_);
  std::vector<std::byte> cut = bytes();
  const std::uint64_t end = chunks.at(1).offset;
  cut.resize(end);
  cut.resize(end + 4096);
  const auto reader = McapReader::open(memory_source(cut));
  ASSERT_TRUE(reader) << reader.error();
  EXPECT_EQ(reader->summary().ending,
            "there are zeros instead of records from byte " + std::to_string(end) + " on");
  EXPECT_THAT(texts(*reader), ElementsAre("1 /a m1", "2 /a m2"));
}

TEST_F(McapFile, ChunksThatOverlapInTimeComeInOrder) {
  {
    McapWriter writer = create();
    const auto a = text_channel(writer, "/a");
    write_text(writer, a, 10ns, "x");
    write_text(writer, a, 40ns, "x");
    writer.flush();
    write_text(writer, a, 30ns, "x");
    write_text(writer, a, 20ns, "x");
    writer.flush();
    write_text(writer, a, 40ns, "y");
  }
  const auto reader = McapReader::open(path_);
  EXPECT_THAT(texts(*reader), ElementsAre("10 /a x", "20 /a x", "30 /a x", "40 /a x", "40 /a y"));
}

TEST_F(McapFile, ChunksAreLeftAsTheyAreWhileThereIsNoTime) {
  {
    McapWriter writer = create({.compression = Compression::zstd});
    const auto channel = text_channel(writer, "/a");
    const std::string long_text(1000, 'x');
    write_text(writer, channel, 1ns, long_text);
    writer.flush();
    writer.set_in_hurry(true);
    write_text(writer, channel, 2ns, "two");
    writer.flush();
    writer.set_in_hurry(false);
    write_text(writer, channel, 3ns, "three");
  }
  const auto reader = McapReader::open(path_);
  ASSERT_TRUE(reader) << reader.error();
  std::vector<std::string> compressions;
  for (const McapChunkIndex& chunk : reader->summary().chunks)
    compressions.push_back(chunk.compression);
  EXPECT_THAT(compressions, ElementsAre("zstd", "", "zstd"));
  EXPECT_THAT(texts(*reader),
              ElementsAre("1 /a " + std::string(1000, 'x'), "2 /a two", "3 /a three"));
}

TEST_F(McapFile, ChunksEndAtTheirSize) {
  McapWriter writer = create({.compression = Compression::none, .chunk_bytes = 1000});
  const auto a = text_channel(writer, "/a");
  for (int i = 0; i < 10; ++i) write_text(writer, a, Duration(i), std::string(1000, 'x'));
  EXPECT_EQ(writer.statistics().chunk_count, 10u);
}

TEST_F(McapFile, ADiskThatIsFullIsToldOf) {
  auto writer = McapWriter::create("/dev/full");
  EXPECT_FALSE(writer);
  EXPECT_THAT(writer.error(), HasSubstr("cannot write /dev/full: No space left"));
  EXPECT_THAT(McapWriter::create("/nowhere/x.mcap").error(),
              HasSubstr("cannot write /nowhere/x.mcap: No such file"));
}

TEST_F(McapFile, WhatIsNoMcapFileIsRefused) {
  EXPECT_EQ(McapReader::open(memory_source({})).error(), "this is no MCAP file");
  EXPECT_EQ(McapReader::open(memory_source(std::vector<std::byte>(100))).error(),
            "this is no MCAP file");
  EXPECT_THAT(McapReader::open("/dev/null").error(), HasSubstr("it is no file"));
  EXPECT_THAT(McapReader::open("/nowhere").error(), HasSubstr("No such file"));
}

// Whatever is changed in a file, reading it ends, with messages or a sentence.
TEST_F(McapFile, DamagedFilesAreReadOrRefused) {
  {
    McapWriter writer = create({.chunk_bytes = 200});
    const auto a = text_channel(writer, "/a");
    for (int i = 0; i < 20; ++i) write_text(writer, a, Duration(i), "some content");
    writer.attach({.name = "x", .content = "y"});
    writer.add({.name = "z", .texts = {{"k", "v"}}});
  }
  const std::vector<std::byte> whole = bytes();
  std::mt19937 random(1);
  for (int round = 0; round < 5000; ++round) {
    std::vector<std::byte> damaged = whole;
    const int changes = 1 + static_cast<int>(random() % 4);
    for (int i = 0; i < changes; ++i)
      damaged[random() % damaged.size()] = static_cast<std::byte>(random() % 256);
    const auto reader = McapReader::open(memory_source(damaged), {.largest_chunk = 1 << 20});
    if (!reader) continue;
    texts(*reader);
    for (const auto& index : reader->summary().attachments) (void)reader->attachment(index);
    for (const auto& index : reader->summary().metadata) (void)reader->metadata(index);
  }
}

TEST(RecordedQos, IsReadAsItWasWritten) {
  for (const RecordedQos& qos :
       {RecordedQos{}, RecordedQos{.is_reliable = false, .depth = 5},
        RecordedQos{.is_latched = true, .depth = 1}, RecordedQos{.keeps_all = true, .depth = 3}})
    EXPECT_EQ(read_qos_text(qos_text(qos)), qos);
  const RecordedQos expected{.is_reliable = false, .is_latched = true, .depth = 3};
  EXPECT_EQ(read_qos_text("- history: 1\n  depth: 3\n  reliability: 2\n  durability: 1\n"),
            expected);
  // as files have it since Jazzy
  EXPECT_EQ(read_qos_text("- history: keep_last\n  depth: 3\n  reliability: best_effort\n"
                          "  durability: transient_local\n"),
            expected);
  EXPECT_EQ(read_qos_text(""), RecordedQos{});
}

}  // namespace
}  // namespace tandem
