// The projects of the corpus: as files, and as the collections and the catalogue that lie beside them.
#pragma once

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include <zip.h>

#include "../shared_folder.h"
#include "base/file.h"

namespace ounce {

// Whatever the case of the ending; sorted.
inline std::vector<std::filesystem::path> filesEndingIn(std::string_view ending) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus())) {
        std::string own = entry.path().extension();
        std::transform(own.begin(), own.end(), own.begin(), ::tolower);
        if (own == ending) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

// The only project that nobody can read: its project.json has NaN in it. Everything else must be read, and a
// test that drops what it cannot read would not notice.
inline bool isUnreadable(const std::filesystem::path& file) {
    return file.filename() == "non-standard-json.sb2";
}

// The project.json files of all zip archives, which are collections and no projects: name and text.
template <class Visit>
void forEachCollectedJson(Visit visit) {
    for (const std::filesystem::path& file : filesEndingIn(".zip")) {
        const auto bytes = readFile(file, std::size_t{100} << 20);
        ASSERT_TRUE(bytes);
        zip_t* archive = zip_open_from_source(
            zip_source_buffer_create(bytes->data(), bytes->size(), 0, nullptr), ZIP_RDONLY, nullptr);
        for (zip_int64_t i = 0; archive && i < zip_get_num_entries(archive, 0); ++i) {
            zip_stat_t info;
            zip_stat_index(archive, static_cast<zip_uint64_t>(i), 0, &info);
            if (!std::string_view(info.name).ends_with(".json")) continue;
            std::string json(info.size, ' ');
            zip_file_t* entry = zip_fopen_index(archive, info.index, 0);
            EXPECT_EQ(zip_fread(entry, json.data(), json.size()), static_cast<zip_int64_t>(json.size()));
            zip_fclose(entry);
            visit(file.string() + "!" + info.name, json);
        }
        zip_discard(archive);
    }
}

// The cells of a line of CSV; quoted ones may hold commas.
inline std::vector<std::string> splitCsv(std::string_view line) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '\r') continue;
        if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            cells.emplace_back();
        } else {
            cells.back() += c;
        }
    }
    return cells;
}

}  // namespace ounce
