// Any file that holds a program, in and out.
#pragma once

#include <string>

#include "base/result.h"
#include "project/project.h"

namespace ounce {

// Reads .sb3, .sb2, a bare project.json or the text form; what the file is, its content decides, not its name
// (but a text file needs the ending .scratch).
Result<Project> loadProject(const std::string& path);

// Writes .sb3, .json or .scratch, as the ending says; all or nothing.
Result<void> saveProject(const Project& project, const std::string& path);

// The readers and writers on bytes; `name` is what errors call the file.
Result<Project> readSb3Archive(std::string_view bytes, const std::string& name);  // also .sb2 archives
Result<Project> readProjectJson(std::string_view json, const std::string& name);  // sb3 or sb2 JSON
Result<Project> readText(std::string_view text, const std::string& name, const std::string& folder);
Result<std::string> writeSb3Archive(const Project& project);
std::string writeProjectJson(const Project& project);
// `folder` is where costume files go; empty: none are written and costumes are only named.
Result<std::string> writeText(const Project& project, const std::string& folder);

}  // namespace ounce
