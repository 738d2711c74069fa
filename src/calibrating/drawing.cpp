// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibrating/drawing.h"

#include <fmt/format.h>

#include <cassert>

namespace tandem {

namespace {

constexpr double caption_mm = 8;

// The black cells of a marker, in runs along rows: neighbours that are printed apart show a line.
void add_marker(Drawing& drawing, const MarkerDictionary& dictionary, int id, double x_mm,
                double y_mm, double size_mm) {
  const int cells = dictionary.cells, across = cells + 2;
  const double cell_mm = size_mm / across;
  const std::uint64_t code = dictionary.codes[static_cast<std::size_t>(id)];
  const auto is_black = [&](int x, int y) {
    if (x == 0 || y == 0 || x == across - 1 || y == across - 1) return true;
    return (code >> (cells * cells - 1 - ((y - 1) * cells + x - 1)) & 1) == 0;
  };
  for (int y = 0; y < across; ++y)
    for (int x = 0; x < across; ++x) {
      if (!is_black(x, y)) continue;
      int end = x;
      while (end < across && is_black(end, y)) ++end;
      drawing.boxes.push_back(
          {x_mm + x * cell_mm, y_mm + y * cell_mm, (end - x) * cell_mm, cell_mm});
      x = end;
    }
}

}  // namespace

Drawing draw(const BoardConfig& board) {
  assert(!problem_of(board));
  const double square = 1e3 * board.square_m;
  Drawing drawing{.width_mm = (board.columns + 2) * square,
                  .height_mm = (board.rows + 2) * square + caption_mm};
  for (int row = 0; row < board.rows; ++row)
    for (int column = 0; column < board.columns; ++column)
      if ((row + column) % 2 == 0)
        drawing.boxes.push_back({(column + 1) * square, (row + 1) * square, square, square});
  drawing.caption = fmt::format("{} x {} squares of {:g} mm", board.columns, board.rows, square);
  if (board.pattern == BoardPattern::charuco) {
    const double size = board.marker_share * square, margin = (square - size) / 2;
    for (int id = 0; id < marker_count(board); ++id) {
      const auto at = square_of_marker(board, id);
      add_marker(drawing, *board.dictionary, id, (at->column + 1) * square + margin,
                 (at->row + 1) * square + margin, size);
    }
    drawing.caption += fmt::format(", markers of {:g} mm, {}", size, board.dictionary->name);
  }
  return drawing;
}

Drawing draw_marker(const MarkerDictionary& dictionary, int id, double size_m) {
  const double size = 1e3 * size_m, margin = 1.5 * size / (dictionary.cells + 2);
  Drawing drawing{.width_mm = size + 2 * margin, .height_mm = size + 2 * margin + caption_mm};
  add_marker(drawing, dictionary, id, margin, margin, size);
  drawing.caption = fmt::format("{} of {}, {:g} mm", id, dictionary.name, size);
  return drawing;
}

std::string svg_of(const Drawing& drawing) {
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}mm\" height=\"{1:g}mm\" viewBox=\"0 "
      "0 {0:g} {1:g}\">\n<rect width=\"{0:g}\" height=\"{1:g}\" fill=\"white\"/>\n",
      drawing.width_mm, drawing.height_mm);
  for (const Drawing::Box& box : drawing.boxes)
    text += fmt::format("<rect x=\"{:.4f}\" y=\"{:.4f}\" width=\"{:.4f}\" height=\"{:.4f}\"/>\n",
                        box.x_mm, box.y_mm, box.width_mm, box.height_mm);
  text += fmt::format(
      "<text x=\"3\" y=\"{:g}\" font-size=\"3.5\" font-family=\"sans-serif\" "
      "fill=\"#777\">{}</text>\n</svg>\n",
      drawing.height_mm - 3, drawing.caption);
  return text;
}

std::string pdf_of(const Drawing& drawing) {
  constexpr double points = 72 / 25.4;  // a millimetre
  const double height = drawing.height_mm;
  std::string page = fmt::format("{0:.6f} 0 0 {0:.6f} 0 0 cm\n0 g\n", points);
  for (const Drawing::Box& box : drawing.boxes)
    page += fmt::format("{:.4f} {:.4f} {:.4f} {:.4f} re\n", box.x_mm,
                        height - box.y_mm - box.height_mm, box.width_mm, box.height_mm);
  page += fmt::format("f\n0.47 g BT /F1 3.5 Tf 3 3 Td ({}) Tj ET\n", drawing.caption);
  const std::vector<std::string> objects{
      "<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      fmt::format("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {:.4f} {:.4f}] /Contents 4 0 R "
                  "/Resources << /Font << /F1 5 0 R >> >> >>",
                  points * drawing.width_mm, points * height),
      fmt::format("<< /Length {} >>\nstream\n{}endstream", page.size(), page),
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"};
  std::string text = "%PDF-1.4\n", places;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    places += fmt::format("{:010} 00000 n \n", text.size());
    text += fmt::format("{} 0 obj\n{}\nendobj\n", i + 1, objects[i]);
  }
  const std::size_t start = text.size();
  text += fmt::format(
      "xref\n0 {0}\n0000000000 65535 f \n{1}trailer\n<< /Size {0} /Root 1 0 R "
      ">>\nstartxref\n{2}\n%%EOF\n",
      objects.size() + 1, places, start);
  return text;
}

}  // namespace tandem
