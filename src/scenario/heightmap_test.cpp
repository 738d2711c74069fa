// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/heightmap.h"

#include <gmock/gmock.h>

#include "scenario/model_files.h"
#include "scenario/testing.h"

namespace tandem {
namespace {

void put_big_endian(std::string& bytes, std::size_t value, int count) {
  for (int i = count; i-- > 0;) bytes += static_cast<char>(value >> (8 * i) & 0xff);
}

void put_chunk(std::string& png, const std::string& type, const std::string& content) {
  put_big_endian(png, content.size(), 4);
  png += type + content;
  std::size_t crc = 0xffffffff;
  for (const char c : type + content) {
    crc ^= static_cast<unsigned char>(c);
    for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320 : 0);
  }
  put_big_endian(png, crc ^ 0xffffffff, 4);
}

// A grey PNG, uncompressed; `rows` are the bytes of its pixels, the top one first.
std::string png(int width, int bits, const std::vector<std::string>& rows) {
  std::string pixels;
  for (const std::string& row : rows) pixels += '\0' + row;  // each after its filter: none
  std::size_t a = 1, b = 0;
  for (const char c : pixels) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  std::string stream("\x78\x01\x01", 3);
  for (const std::size_t length : {pixels.size(), ~pixels.size() & 0xffff}) {
    stream += static_cast<char>(length & 0xff);
    stream += static_cast<char>(length >> 8);
  }
  stream += pixels;
  put_big_endian(stream, b << 16 | a, 4);

  std::string header;
  put_big_endian(header, static_cast<std::size_t>(width), 4);
  put_big_endian(header, rows.size(), 4);
  header += static_cast<char>(bits);
  header += std::string(4, '\0');
  std::string file("\x89PNG\r\n\x1a\n");
  put_chunk(file, "IHDR", header);
  put_chunk(file, "IDAT", stream);
  put_chunk(file, "IEND", "");
  return file;
}

std::string slope() {
  return png(3, 8, {std::string("\x00\x33\xff", 3), std::string("\x00\x00\x66", 3)});
}

TEST(Heightmap, WhiteIsHighAndTheTopOfTheImageIsAtTheFarEnd) {
  const TestFolder folder;
  Findings findings;
  const auto field = load_heightmap(folder.write("h.png", slope()), {20, 10, 5}, {}, findings);
  ASSERT_TRUE(field) << all_text(findings);
  EXPECT_EQ(field->columns, 3);
  EXPECT_EQ(field->rows, 2);
  EXPECT_EQ(field->size_x_m, 20);
  EXPECT_EQ(field->size_y_m, 10);
  EXPECT_NEAR(field->height(2, 0), 2, 1e-5);  // 0x66 of 0xff is 0.4
  EXPECT_NEAR(field->height(1, 1), 1, 1e-5);  // 0x33 of 0xff is 0.2
  EXPECT_NEAR(field->height(2, 1), 5, 1e-5);
  EXPECT_NEAR(height_at(*field, 10, 5), 5, 1e-5);
}

TEST(Heightmap, SixteenBitsAreKept) {
  const TestFolder folder;
  Findings findings;
  // 1, 2, 256 and 65535 of 65535
  const auto field =
      load_heightmap(folder.write("h.png", png(2, 16,
                                               {std::string("\x00\x01\x00\x02", 4),
                                                "\x01" + std::string(1, '\0') + "\xff\xff"})),
                     {1, 1, 65535}, {}, findings);
  ASSERT_TRUE(field) << all_text(findings);
  EXPECT_EQ(field->height(0, 1), 1);
  EXPECT_EQ(field->height(1, 1), 2);
  EXPECT_EQ(field->height(0, 0), 256);
  EXPECT_EQ(field->height(1, 0), 65535);
}

TEST(Heightmap, IsSharedBetweenWhatIsSeenAndWhatIsDrivenOn) {
  const TestFolder folder;
  folder.write("h.png", slope());
  const std::string shape =
      "<geometry><heightmap><uri>h.png</uri><size>20 10 5</size><pos>1 2 3</pos></heightmap>"
      "</geometry>";
  Findings findings;
  const auto model = load_sdf_model(
      folder.write("m.sdf",
                   "<sdf version='1.9'><model name='m'><static>1</static><link name='l'>"
                   "<visual name='v'>" +
                       shape + "</visual><collision name='c'>" + shape +
                       "</collision></link></model></sdf>"),
      {}, findings);
  ASSERT_TRUE(model) << all_text(findings);
  EXPECT_EQ(findings.all().size(), 0u) << all_text(findings);
  const Link& link = model->links[0];
  expect_near(link.collisions[0].link_from_collision.translation, {1, 2, 3});
  EXPECT_EQ(std::get<HeightfieldShape>(link.visuals[0].shape).field,
            std::get<HeightfieldShape>(link.collisions[0].shape).field);
}

TEST(Heightmap, BrokenImagesEndInASentence) {
  const TestFolder folder;
  const std::string png_header = std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
  const std::vector<std::pair<std::string, std::string>> broken{
      {"empty.png", ""},
      {"text.png", "hello"},
      {"cut.png", slope().substr(0, slope().size() - 30)},
      {"portable.pgm", "P5 2 2 255\nabcd"},
      {"absurd.png", png_header + std::string("\x7f\xff\xff\xff\x7f\xff\xff\xff\x10\0\0\0\0", 13) +
                         std::string("\0\0\0\0", 4)},
      {"one.png", png(1, 8, {"a"})},
  };
  for (const auto& [name, content] : broken) {
    SCOPED_TRACE(name);
    Findings findings;
    EXPECT_FALSE(load_heightmap(folder.write(name, content), {1, 1, 1}, {"w.sdf", 8}, findings));
    EXPECT_ERROR(findings, 8, name);
  }
}

}  // namespace
}  // namespace tandem
