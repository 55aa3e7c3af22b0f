#include "stage/animation.h"

#include <utility>

namespace ounce {

Result<void> Animation::add(const StagePicture& picture) {
    constexpr std::size_t kMostBytes = std::size_t{256} << 20;
    PictureBox box{0, 0, picture.width, picture.height};
    if (frames_ > 0) {
        box = changedPart(last_, picture);
        if (box.empty() && waiting_.steps + stepsPerPicture_ <= longest_) {
            waiting_.steps += stepsPerPicture_;
            return {};
        }
        if (box.empty()) box = {0, 0, 1, 1};
        body_ += frameBytes(waiting_);
    }
    OUNCE_TRY(std::string data, encode(cut(picture, box)));
    waiting_ = {box, stepsPerPicture_, std::move(data)};
    if (body_.size() + waiting_.data.size() > kMostBytes)
        return fail("the animated picture would be larger than 256 MB", {},
                    "choose fewer steps, a larger --every or a smaller --scale");
    last_ = picture;
    frames_++;
    return {};
}

std::string Animation::finish() {
    body_ += frameBytes(waiting_);
    return fileOf(last_.width, last_.height, body_);
}

}  // namespace ounce
