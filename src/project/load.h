// Any file that holds a program, in and out.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "project/project.h"

namespace ounce {

// Reads .sb3, .sb2, a bare project.json or the text form; what the file is, its content decides, not its name
// (but a text file needs the ending .scratch).
Result<Project> loadProject(const std::string& path);
// The same from the file's content; `path` is what errors call it, and where a text looks for its costumes.
Result<Project> readProject(std::string_view bytes, const std::string& path);

// Writes .sb3, .json or .scratch, as the ending says; all or nothing. Costumes and sounds of a .scratch file
// go into a folder beside it that has its name.
Result<void> saveProject(const Project& project, const std::string& path);

inline constexpr std::size_t kLargestText = std::size_t{16} << 20;  // of a program in text form

// The readers and writers on bytes; `name` is what errors call the file.
Result<Project> readSb3Archive(std::string_view bytes, const std::string& name);  // also .sb2 archives
Result<Project> readProjectJson(std::string_view json, const std::string& name);  // sb3 or sb2 JSON
Result<Project> readText(std::string_view text, const std::string& name, const std::string& folder);
Result<std::string> writeSb3Archive(const Project& project);
std::string writeProjectJson(const Project& project);

// The costumes and sounds that a text takes from files, and the folder in which it looks for them.
struct AssetFiles {
    std::string folder;  // relative to the text; empty: beside it
    std::map<std::string, Bytes> files{};
};
// Without `files`, costumes and sounds are only named.
Result<std::string> writeText(const Project& project, AssetFiles* files = nullptr);

}  // namespace ounce
