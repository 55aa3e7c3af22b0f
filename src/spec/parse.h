// Reads properties: from a .props file, and from the comments of a project.
#pragma once

#include <string>
#include <string_view>

#include "project/project.h"
#include "spec/syntax.h"

namespace ounce::spec {

// A property a line, more of it on indented lines:
//
//     # Why it matters; reports repeat this.
//     bowl stays low: always Bowl.y < 0
//
// `name` is what errors call the file.
Result<Spec> parse(std::string_view text, const std::string& name);

// From a .props file, or from the comments of a project.
Result<Spec> load(const std::string& path);

// Comments that begin with @property. One that cannot be read becomes a property with an `error`, because
// what a pupil typed must not keep a class from being tested.
Spec parseComments(const Project& project, const std::string& name);

constexpr std::size_t kMaxSpecBytes = std::size_t{1} << 20;

}  // namespace ounce::spec
