#include "project/assets/assets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ounce {
namespace {

std::string little(std::uint32_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i));
    return text;
}

std::string wav(std::uint32_t code, std::uint32_t rate, std::uint32_t blockBytes, std::uint32_t dataBytes,
                std::string_view extraFormat = {}) {
    const std::string format = little(code, 2) + little(1, 2) + little(rate, 4) + little(0, 4) +
                               little(blockBytes, 2) + little(16, 2) + std::string(extraFormat);
    return "RIFF" + little(0, 4) + "WAVE" + "fmt " + little(format.size(), 4) + format + "data" +
           little(dataBytes, 4) + std::string(dataBytes, '\0');
}

TEST(Sounds, PcmLastsItsSamples) {
    EXPECT_EQ(inspectSound(wav(1, 22050, 2, 44100)), (SoundInfo{1.0, 22050, 22050}));
}

TEST(Sounds, OtherRatesAreResampledToWholeSamples) {
    EXPECT_EQ(inspectSound(wav(1, 8000, 2, 2 * 1996)), (SoundInfo{11002 / 44100.0, 8000, 1996}));
}

TEST(Sounds, AdpcmHasBlocksAndAShortLastOne) {
    // Two blocks of 505 samples and 10 bytes more: a whole sample and 6 bytes of two.
    const auto info = inspectSound(wav(17, 22050, 256, 2 * 256 + 10, little(2, 2) + little(505, 2)));
    EXPECT_EQ(info, (SoundInfo{(2 * 505 + 13) / 22050.0, 22050, 2 * 505 + 13}));
}

TEST(Sounds, StatedSizeMayExceedTheFile) {
    std::string cut = wav(1, 22050, 2, 44100);
    cut.resize(cut.size() - 22050);
    EXPECT_EQ(inspectSound(cut)->samples, 11025);
}

TEST(Sounds, Mp3FramesAreCounted) {
    std::string frame("\xFF\xFB\x90\x00", 4);  // MPEG 1 layer III, 128 kbit/s, 44100 Hz: 417 bytes
    frame.resize(417);
    EXPECT_EQ(inspectSound("ID3" + std::string(6, '\0') + std::string(1, '\0') + frame + frame + frame),
              (SoundInfo{3 * 1152 / 44100.0, 44100, 3 * 1152}));
}

TEST(Sounds, WhatTheMp3EncoderAddedIsCutOff) {
    std::string frame("\xFF\xFB\x90\x00", 4);
    frame.resize(417);
    std::string header = frame;
    header.replace(36, 8, std::string("Info\0\0\0\0", 8));
    header.replace(44, 9, "Lavc58.13");
    header.replace(44 + 21, 3, "\x24\x03\x5F");  // 576 before, 863 behind
    EXPECT_EQ(inspectSound(header + frame + frame)->samples, 2 * 1152 - 576 - 863);
}

TEST(Sounds, BrokenOnesAreNone) {
    EXPECT_FALSE(inspectSound(""));
    EXPECT_FALSE(inspectSound("RIFF"));
    EXPECT_FALSE(inspectSound(wav(1, 0, 2, 10)));
    EXPECT_FALSE(inspectSound(wav(1, 22050, 0, 10)));
    EXPECT_FALSE(inspectSound("ID3"));
}

TEST(Pictures, SizesAreInTheHeaders) {
    const std::string png =
        std::string("\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\1\xE0\0\0\1\x68", 24) + std::string(9, '\0');
    EXPECT_EQ(inspectPicture(png), (PictureInfo{AssetKind::Png, 480, 360}));
    EXPECT_EQ(inspectPicture(std::string("GIF89a\x02\0\x03\0\0\0\0", 13)),
              (PictureInfo{AssetKind::Gif, 2, 3}));
    const std::string jpeg("\xFF\xD8\xFF\xE0\0\4ab\xFF\xC0\0\x0B\x08\0\x03\0\x02\x01\0\0", 20);
    EXPECT_EQ(inspectPicture(jpeg), (PictureInfo{AssetKind::Jpeg, 2, 3}));
    const std::string bmp = "BM" + std::string(12, '\0') + little(40, 4) + little(5, 4) + little(-7u, 4);
    EXPECT_EQ(inspectPicture(bmp), (PictureInfo{AssetKind::Bmp, 5, 7}));
}

TEST(Pictures, SvgIsRecognisedBehindItsProlog) {
    EXPECT_EQ(inspectPicture("<?xml version=\"1.0\"?>\n<!-- cat --><svg width=\"2\"/>")->kind,
              AssetKind::Svg);
    EXPECT_EQ(inspectPicture(*placeholderPicture())->kind, AssetKind::Svg);
    EXPECT_FALSE(inspectPicture("<svgx>"));
}

TEST(Pictures, TruncatedOnesAreNone) {
    for (std::string_view bytes :
         {"", "\x89PNG\r\n\x1A\n", "GIF89a", "BM", "\xFF\xD8\xFF", "\xFF\xD8\xFF\xE0\xFF\xFF"}) {
        EXPECT_FALSE(inspectPicture(bytes));
    }
}

TEST(CheckAssets, NamesWhatIsMissingAndWhatIsBroken) {
    Project project;
    Target& stage = project.targets.emplace_back();
    stage.isStage = true;
    stage.costumes.push_back({.name = "sky", .assetId = "a", .md5ext = {}, .dataFormat = "svg", .extra = {}});
    stage.costumes.push_back({.name = "sea", .assetId = "b", .md5ext = {}, .dataFormat = "svg", .extra = {}});
    Target& cat = project.targets.emplace_back();
    cat.name = "Cat";
    cat.sounds.push_back(
        {.name = "meow", .assetId = "c", .md5ext = {}, .dataFormat = "wav", .format = {}, .extra = {}});
    project.assets["a.svg"] = placeholderPicture();
    project.assets["c.wav"] = std::make_shared<const std::string>("noise");
    checkAssets(project);
    EXPECT_THAT(project.warnings,
                testing::ElementsAre(
                    "the stage: the file b.svg of the backdrop sea is missing; a grey square stands in",
                    "sprite Cat: the file c.wav of the sound meow is broken; it stays silent"));
}

}  // namespace
}  // namespace ounce
