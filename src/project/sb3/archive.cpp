#include "project/sb3/archive.h"

#include <algorithm>
#include <fmt/format.h>
#include <zip.h>

namespace ounce {
namespace {

constexpr std::size_t kMostEntries = 20'000;
constexpr std::size_t kMostInflated = std::size_t{192} << 20;
constexpr std::size_t kChunk = std::size_t{1} << 18;
// 1 January 1980, the first day that a zip archive can name.
constexpr zip_uint16_t kNoTime = 0, kNoDate = (1 << 5) | 1;

// Counted before libzip makes a record for each.
bool hasTooManyEntries(std::string_view bytes) {
    std::size_t count = 0;
    constexpr std::string_view kRecord = "PK\1\2";
    for (std::size_t at = bytes.find(kRecord); at != std::string_view::npos;
         at = bytes.find(kRecord, at + 4)) {
        if (++count > kMostEntries) return true;
    }
    return false;
}

struct Entry {
    std::string folder;
    std::string file;
};

// Entries that a project cannot mean: folders, what macOS adds, what lies deeper or outside.
std::optional<Entry> usableEntry(std::string_view name) {
    const std::size_t slash = name.find('/');
    if (slash == std::string_view::npos) return Entry{{}, std::string(name)};
    const std::string_view folder = name.substr(0, slash), file = name.substr(slash + 1);
    if (file.empty() || file.find('/') != std::string_view::npos) return std::nullopt;
    if (folder.empty() || folder == "." || folder == ".." || folder == "__MACOSX") return std::nullopt;
    return Entry{std::string(folder), std::string(file)};
}

struct FileClose {
    void operator()(zip_file_t* file) const { zip_fclose(file); }
};

struct SourceFree {
    void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using Source = std::unique_ptr<zip_source_t, SourceFree>;

struct Discard {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};

// Pictures and music that are compressed already.
bool isCompressed(std::string_view name) {
    static constexpr std::string_view kEndings[] = {".png", ".jpg", ".jpeg", ".gif", ".mp3"};
    return std::any_of(std::begin(kEndings), std::end(kEndings),
                       [&](auto ending) { return name.ends_with(ending); });
}

bool addEntry(zip_t* archive, const std::string& name, std::string_view bytes) {
    Source source(zip_source_buffer(archive, bytes.data(), bytes.size(), 0));
    if (!source) return false;
    const zip_int64_t index = zip_file_add(archive, name.c_str(), source.get(), ZIP_FL_ENC_UTF_8);
    if (index < 0) return false;
    source.release();  // belongs to the archive now
    const auto at = static_cast<zip_uint64_t>(index);
    return zip_file_set_dostime(archive, at, kNoTime, kNoDate, 0) == 0 &&
           zip_set_file_compression(archive, at, isCompressed(name) ? ZIP_CM_STORE : ZIP_CM_DEFLATE, 0) == 0;
}

std::optional<std::string> contentOf(zip_source_t* source) {
    zip_stat_t info;
    if (zip_source_stat(source, &info) != 0 || zip_source_open(source) != 0) return std::nullopt;
    std::string bytes(info.size, '\0');
    const zip_int64_t got = zip_source_read(source, bytes.data(), bytes.size());
    zip_source_close(source);
    if (got < 0 || static_cast<std::size_t>(got) != bytes.size()) return std::nullopt;
    return bytes;
}

}  // namespace

void Archive::Close::operator()(zip* archive) const { zip_discard(archive); }

Result<Archive> Archive::open(std::string_view bytes) {
    constexpr auto kAdvice = "the file may be incomplete: download or save it again";
    if (hasTooManyEntries(bytes))
        return fail("the archive has more than 20000 files, no project has that many");
    zip_error_t error;
    zip_error_init(&error);
    Source source(zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error));
    zip_t* opened = source ? zip_open_from_source(source.get(), ZIP_RDONLY, &error) : nullptr;
    zip_error_fini(&error);
    if (!opened) return fail("the archive is damaged and cannot be opened", {}, kAdvice);
    source.release();  // belongs to the archive now
    Archive archive;
    archive.zip_.reset(opened);
    std::map<std::string, bool> atTop;
    const zip_int64_t count = zip_get_num_entries(opened, 0);
    for (zip_int64_t i = 0; i < count; ++i) {
        const char* name = zip_get_name(opened, static_cast<zip_uint64_t>(i), ZIP_FL_ENC_GUESS);
        auto entry = name ? usableEntry(name) : std::nullopt;
        if (!entry) continue;
        const bool top = entry->folder.empty();
        auto [at, isNew] = atTop.try_emplace(entry->file, top);
        if (!isNew && (at->second || !top)) continue;  // the top goes first, then the first in the archive
        at->second = top;
        archive.entries_[entry->file] = static_cast<std::uint64_t>(i);
    }
    return archive;
}

Result<std::string> Archive::read(const std::string& name, std::size_t limit) {
    const auto at = entries_.find(name);
    if (at == entries_.end()) return fail("is not in the archive", name);
    zip_stat_t info;
    if (zip_stat_index(zip_.get(), at->second, 0, &info) != 0) return fail("is damaged", name);
    if (info.valid & ZIP_STAT_ENCRYPTION_METHOD && info.encryption_method != ZIP_EM_NONE) {
        return fail("is protected by a password", name);
    }
    const std::size_t most = std::min(limit, kMostInflated - inflated_);
    if (info.size > most) {
        overLimit_ = true;
        return fail(fmt::format("is too large: more than {} MB when unpacked", most >> 20), name);
    }
    std::unique_ptr<zip_file_t, FileClose> file(zip_fopen_index(zip_.get(), at->second, 0));
    if (!file) return fail("is damaged", name);
    // Grows with what really comes, because the size that the archive states may be a lie; a byte more than
    // that shows the lie.
    std::string bytes;
    while (bytes.size() <= info.size) {
        const std::size_t before = bytes.size();
        bytes.resize(before + std::min(kChunk, static_cast<std::size_t>(info.size) + 1 - before));
        const zip_int64_t got = zip_fread(file.get(), bytes.data() + before, bytes.size() - before);
        if (got < 0) return fail("is damaged", name);
        bytes.resize(before + static_cast<std::size_t>(got));
        if (got == 0) break;
    }
    if (bytes.size() != info.size)
        return fail("is damaged: it has another size than the archive states", name);
    inflated_ += bytes.size();
    return bytes;
}

Result<std::string> makeArchive(const std::vector<std::pair<std::string, std::string_view>>& entries) {
    const auto failure = [] { return fail("the archive could not be made: there is not enough memory"); };
    Source buffer(zip_source_buffer_create(nullptr, 0, 0, nullptr));
    if (!buffer) return failure();
    zip_source_keep(buffer.get());  // the archive gives back one reference, this function the other
    std::unique_ptr<zip_t, Discard> archive(
        zip_open_from_source(buffer.get(), ZIP_CREATE | ZIP_TRUNCATE, nullptr));
    if (!archive) return failure();
    for (const auto& [name, bytes] : entries) {
        if (!addEntry(archive.get(), name, bytes)) {
            return fail(fmt::format("the file {} could not be put into the archive", name));
        }
    }
    if (zip_close(archive.get()) != 0) return failure();
    archive.release();
    auto bytes = contentOf(buffer.get());
    if (!bytes) return failure();
    return std::move(*bytes);
}

}  // namespace ounce
