// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "scenario/model.h"
#include "scenario/model_files.h"
#include "scenario/xml_file.h"

namespace tandem {

// A robot from an opened URDF file. What is wrong goes to the file's findings; the model is then
// incomplete, or null.
std::shared_ptr<Model> read_urdf(const XmlFile& xml, const ModelSearchPath& search);

}  // namespace tandem
