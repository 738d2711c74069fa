// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tandem {

// The number and the ports of one of this process's participants. Fast DDS derives both from one
// count that never goes back: the GID should be new each time, but a process that came and went
// often would use ports where nobody looks for it, then those of the next domain, then none.
class DdsPlace {
 public:
  explicit DdsPlace(int numbers);  // that there are in the domain; throws DdsError
  ~DdsPlace();
  DdsPlace(const DdsPlace&) = delete;
  DdsPlace& operator=(const DdsPlace&) = delete;

  static constexpr int per_domain = 120;  // by the numbering of ports in RTPS

  int number() const { return number_; }  // part of the GID; not used again for long
  int place() const { return place_; }
  int shift() const { return number_ - place_; }  // from the place that was free to the number

 private:
  int number_ = 0;
  int place_ = 0;
};

}  // namespace tandem
